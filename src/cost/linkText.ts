/** @file The text of a link (YAML or JSON) to a link. */
import { parseScenarioText, type TextKind } from '../scenario/scenarioText.ts';
import { validateShape } from '../scenario/validateShape.ts';
import type { CostPiece, Link } from './link.ts';
import { type LinkInput, linkSchema } from './linkSchema.ts';
import { namedLink } from './namedLinks.ts';

const LINK_KIND: TextKind = { what: 'a link', start: 'Start with "name: my-link" and "from: rdma-400g".', depth: 'three levels' };

/**
 * Reads a link.
 * @param file for messages
 * @throws ScenarioError with every problem, at its line and path
 */
export function parseLink(text: string, file: string): Link {
  const { value, locate } = parseScenarioText(text, file, LINK_KIND);
  return toLink(validateShape(linkSchema, value, locate));
}

function toLink(input: LinkInput): Link {
  const base = input.from === undefined ? null : namedLink(input.from);
  const { name } = input;
  return {
    name,
    title: input.title ?? (base === null ? name : `${base.title}, changed`),
    pieces: input.pieces?.map(toPiece) ?? base?.pieces ?? [],
    postingSeconds: input.postingMicros === undefined ? (base?.postingSeconds ?? 0) : input.postingMicros / 1e6,
    postingOverlapsWire: input.postingOverlapsWire ?? base?.postingOverlapsWire ?? true,
    messagesPerSecond: input.messagesPerSecond === undefined ? (base?.messagesPerSecond ?? null) : input.messagesPerSecond,
    source: input.source ?? `${base?.name}, changed by the user. ${base?.source}`,
    uncertain: input.uncertain ?? base?.uncertain ?? 'Not stated.',
    knownBytes: input.knownBytes === undefined ? (base?.knownBytes ?? null) : input.knownBytes,
  };
}

function toPiece({ upToBytes, alphaMicros, gigabytesPerSecond }: NonNullable<LinkInput['pieces']>[number]): CostPiece {
  return { toBytes: upToBytes ?? Number.POSITIVE_INFINITY, alphaSeconds: alphaMicros / 1e6, bytesPerSecond: gigabytesPerSecond * 1e9 };
}
