#!/usr/bin/env node
// Only what every Node that knows modules can parse: it has to say politely that the version is too old.
const [major, minor] = process.versions.node.split('.').map(Number);
const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24;
if (!isSupported) {
  process.stderr.write(`disagg-sim needs Node 20.19 or later of 20, 22.12 or later of 22, or 24 and later; this is ${process.versions.node}.\n`);
  process.exit(2);
}
const main = new URL('../dist/cli/main.js', import.meta.url);
import(main.href).then(
  (cli) => cli.main(process.argv.slice(2)),
  (error) => {
    const isMissing = error.code === 'ERR_MODULE_NOT_FOUND' && String(error.message).includes('dist');
    process.stderr.write(
      isMissing ? 'disagg-sim is not built yet: run `npm install` or `npm run build` first.\n' : `disagg-sim could not start: ${error.message}\n`,
    );
    process.exit(2);
  },
);
