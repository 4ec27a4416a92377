/**
 * @file From a launch line, a script or a manifest to the servers that it starts.
 */
import type { LaunchFound, LaunchProblem } from './launch.ts';
import { searchManifest } from './manifests.ts';
import { fileNotRead, isManifest, launchOf, locatorOf, remarksOf, scriptLaunches } from './scriptLaunches.ts';
import { parseYaml } from './yamlNodes.ts';

/**
 * Finds the servers that a text starts, in file order. Nothing is executed, and no other file is read.
 * @param text a launch line, a shell script, a compose file or a Kubernetes manifest; bare server arguments count as a start
 * @param fileName as places are to be named; its ending tells YAML from shell, else the text does
 * @throws SimError(bad-input) where the text is larger than a million characters, or is meant to be YAML and is none
 */
export function readLaunches(text: string, fileName: string): LaunchFound[] {
  return isManifest(text, fileName) ? manifestLaunches(text, fileName) : scriptLaunches(text, fileName);
}

function manifestLaunches(text: string, fileName: string): LaunchFound[] {
  const locate = locatorOf(text, fileName);
  const { starts, search, variableFiles, repeated, isCut } = searchManifest(parseYaml(text, fileName));
  const files = variableFiles.map(({ file, at }) => fileNotRead(file, locate(at)));
  const remark = (what: string, at: number): LaunchProblem => ({ code: 'shell', what, where: locate(at), nearest: null, mend: null });
  const bounds = [
    ...repeated.map((at) => remark('aliases (*) repeat this start; it is read once', at)),
    ...(isCut ? [remark('this file holds more than is read: the starts after the first ones are not looked at', 0)] : []),
  ];
  return starts.map(({ name, start }) => launchOf(start, name, locate, [...bounds, ...remarksOf(search, locate), ...files]));
}
