/**
 * @file Reads vitest's JSON report and closes the CI run: what failed, what was skipped, and the line `N passed, N failed`.
 * Usage: node summarize.mjs REPORT EXIT_CODE_OF_THE_TEST_COMMAND
 *
 * A skipped test counts as failed, since CI skips nothing; so does a test file that could not be loaded, a run whose exit code disagrees with
 * its report, and a run in which no test of a GPU device passed.
 */
import { readFileSync } from 'node:fs';

/** A test of a real WebGPU device, hardware or software: its file or its full name says so. */
const GPU_TEST = /webgpu/i;

const [reportPath, testExitCode] = process.argv.slice(2);
const { failures, passed } = summarize(readReport(reportPath), Number(testExitCode));
for (const line of failures) console.log(`not passed: ${line}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return { testResults: [], unreadable: `the report of the tests could not be read: ${error.message}` };
  }
}

function summarize(report, exitCode) {
  const failures = report.unreadable === undefined ? [] : [report.unreadable];
  let passed = 0;
  let gpuPassed = 0;
  for (const file of report.testResults) {
    // A file that does not load has no tests, only a message.
    if (file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed')) failures.push(`${file.name}: ${file.message}`);
    for (const { fullName, status } of file.assertionResults) {
      if (status === 'passed') {
        passed += 1;
        if (GPU_TEST.test(file.name) || GPU_TEST.test(fullName)) gpuPassed += 1;
      } else {
        failures.push(`${status}: ${file.name}: ${fullName}`);
      }
    }
  }
  if (gpuPassed === 0) failures.push('no test of a WebGPU device ran');
  if (exitCode !== 0 && failures.length === 0) failures.push(`the test command ended with exit code ${exitCode}`);
  return { failures, passed };
}
