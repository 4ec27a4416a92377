/**
 * @file The settings of every fault, and the steps of a schedule, as a scenario file gives them. The kinds themselves are in src/faults/, which needs no schema library to run.
 */
import { z } from 'zod';
import type { AnyFault } from '../faults/catalogue.ts';
import type { ScheduledStep } from '../plan/schedule.ts';
import { nearestName } from './nearestName.ts';

const MOST_REQUESTS = 2 ** 20;

function integer(least: number, most: number, description: string) {
  const error = `must be an integer from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error }).describe(description);
}

function share(description: string) {
  const error = 'must be a number from 0 to 1';
  return z.number({ error }).min(0, { error }).max(1, { error }).describe(description).optional();
}

const flag = (description: string) => z.boolean({ error: 'must be true or false' }).describe(description).optional();
const request = integer(0, MOST_REQUESTS, 'Number of a request, from 0; drawn by the seed where it is left out.').optional();
const side = z.enum(['prefill', 'decode']).describe('The node where it happens.').optional();
const sides = z.enum(['prefill', 'decode', 'both']).describe('The node where it happens, or both.').optional();
const list = z.enum(['kv', 'swa', 'swa_ring', 'c128_state']).describe('Which index list: of KV pages, or of a state type.').optional();
const componentNumber = integer(0, 15, 'Position of a state component.');
const named = <const T extends readonly string[]>(names: T) =>
  z.union([z.enum(names), componentNumber], { error: `must be ${names.join(', ')}, or the position of a state component` });
const target = named(['kv', 'aux', 'draft'])
  .describe('KV pages, metadata rows, the draft’s state, or a state component by its position; drawn where it is left out.')
  .optional();
const sendable = named(['kv', 'aux']).describe('KV pages, metadata rows, or a state component by its position; drawn where it is left out.').optional();
const stateComponent = named(['draft']).describe('The draft’s state, or a state component by its position; drawn where it is left out.').optional();

/** A kind with its settings; the shape that src/faults/ declares, no key more or less. */
function fault<const K extends AnyFault['kind'], Shape extends z.ZodRawShape>(kind: K, title: string, shape: Shape) {
  return z.strictObject({ kind: z.literal(kind), ...shape }).describe(title);
}

const kinds = [
  fault('component-dropped', 'The sender passes over a component and reports success.', { component: target }),
  fault('component-not-registered', 'A state component is not registered.', { component: stateComponent, side: sides }),
  fault('draft-omitted', 'Prefill does not register the draft’s window.', {}),
  fault('components-swapped', 'Two neighbouring state components stand in the other order on one node.', { first: componentNumber.optional(), side }),
  fault('item-length-off', 'An item length is off by some bytes on prefill.', {
    component: target,
    entry: integer(0, 2 ** 16, 'Position in the component’s list; all of them where the component is given and this is not.').optional(),
    bytes: integer(-(2 ** 30), 2 ** 30, 'How many bytes too long; negative = too short. A multiple of 4.')
      .multipleOf(4, { error: 'must be a multiple of 4' })
      .optional(),
  }),
  fault('dtype-width', 'The dtype of prefill is wider or narrower than that of decode.', {
    component: target,
    factor: z.number().positive().max(64).describe('How many times as long prefill’s items are; 0.5 by default.').optional(),
  }),
  fault('base-pointer', 'KV pointers do not skip the ring at the head of the unified buffer.', { side: sides }),
  fault('prompt-length-off', 'One node builds its index lists for another prompt length.', {
    request,
    side,
    tokens: integer(-256, 256, 'How many tokens more; 1 by default.').optional(),
    lists: z.enum(['state', 'all']).describe('The state lists alone, by default, or the KV list as well.').optional(),
  }),
  fault('index-list-cut', 'An index list lost entries at its head or tail.', {
    request,
    list,
    side: sides,
    end: z.enum(['head', 'tail']).describe('Where; at the tail by default.').optional(),
    entries: integer(0, 2 ** 30, 'How many; 1 by default.').optional(),
  }),
  fault('stale-mapping', 'An SWA page is looked up in a mapping that has been replaced.', {
    request,
    side,
    page: integer(0, 2 ** 30, 'The page that the old mapping gives.').optional(),
  }),
  fault('null-page-used', 'An index list holds the null page.', { request, side, list, position: integer(0, 2 ** 30, 'Which entry of the list.').optional() }),
  fault('ring-size-of-peer', 'Ring rows are counted with the other node’s ring size.', { side }),
  fault('aux-row-of-another', 'The metadata row of another room is sent.', { request, other: request }),
  fault('layers-mispaired', 'Layers are paired with others.', {
    component: target,
    by: integer(-4096, 4096, 'How many places further on in decode’s list; 1 by default.').optional(),
  }),
  fault('partial-page', 'A page is sent in part.', { component: sendable, share: share('Which part of it; half by default.') }),
  fault('offset-wrap', 'The product of index and item length wraps.', {
    bits: integer(8, 53, 'Width of the product; 32 by default.').optional(),
    signed: flag('Whether it is signed; true by default.'),
    side: sides,
  }),
  fault('copy-failed', 'A copy fails and the room succeeds.', { request }),
  fault('copy-refused', 'The transport refuses a copy, and the engine is told.', { request, component: sendable }),
  fault('page-reused-after-abort', 'Pages are freed at an abort while writes into them are under way.', { request, next: request }),
  fault('late-write', 'A component lands after decode has read the request.', { request, component: sendable }),
  fault('torn-write', 'A write is reported done before its tail is visible.', {
    request,
    component: sendable,
    share: share('Which part had landed; half by default.'),
  }),
  fault('slot-not-reset', 'A slot is handed out without resetting its state.', { request }),
  fault('bit-flip', 'A bit of what arrived is turned over.', {
    word: integer(0, Number.MAX_SAFE_INTEGER, 'Which landed word, counted from the first.').optional(),
    bit: integer(0, 31, 'Which bit.').optional(),
  }),
] as const;

/** One fault of a scenario. */
export const faultSchema = z.discriminatedUnion('kind', kinds, {
  error: (issue) =>
    unknownName(
      'kind',
      kinds.map(({ shape }) => shape.kind.value),
      issue.input,
    ),
});

const part = share('Share of the bytes that lands before the write tears; all by default.');
const what = z
  .array(named(['kv', 'aux']), { error: 'must be a list' })
  .max(64)
  .describe('What of it lands: kv, aux, or state components by position; all by default.')
  .optional();
const chunk = integer(0, 2 ** 30, 'Which KV chunk; all by default.').optional();
const whose = integer(0, MOST_REQUESTS, 'Number of the request, from 0.');
const steps = [
  z
    .strictObject({ step: z.literal('admit'), request: whose, reset: flag('Whether the slot’s state is reset; true by default.') })
    .describe('Decode takes slot, pages and metadata row.'),
  z.strictObject({ step: z.literal('compute'), request: whose }).describe('Prefill takes its pages now, and its forward pass writes them.'),
  z.strictObject({ step: z.literal('send'), request: whose, what, chunk, part }).describe('Writes of prefill land on decode.'),
  z.strictObject({ step: z.literal('commit'), request: whose }).describe('Decode takes the request for complete.'),
  z.strictObject({ step: z.literal('abort'), request: whose }).describe('Decode gives the request up, and still holds its pages.'),
  z.strictObject({ step: z.literal('free'), request: whose }).describe('Decode gives slot, pages and metadata row back.'),
  z.strictObject({ step: z.literal('release'), request: whose }).describe('Prefill gives its pages back.'),
  z.strictObject({ step: z.literal('observe') }).describe('Decode’s memory is looked at here; at the end by default.'),
] as const;

/** The order of a hand-off. */
export const scheduleSchema = z
  .array(
    z.discriminatedUnion('step', steps, {
      error: (issue) =>
        unknownName(
          'step',
          steps.map(({ shape }) => shape.step.value),
          issue.input,
        ),
    }),
    { error: 'must be a list of steps' },
  )
  .max(2 ** 16, { error: `must have at most ${2 ** 16} steps` })
  .describe('What happens in which order. Requests that no step names are handed over whole, before the first; what no step sends never lands.');

/** Which names there are, and the nearest. */
function unknownName(key: string, names: readonly string[], input: unknown): string {
  const given = typeof input === 'object' && input !== null && key in input ? (input as Record<string, unknown>)[key] : undefined;
  const nearest = typeof given === 'string' ? nearestName(given, names) : null;
  return nearest === null ? `must be one of ${names.join(', ')}` : `must be one of the kinds there are; did you mean ${nearest}?`;
}

/** `true` where the code understands all that may be given. */
type Understood<Given, Known> = [Given] extends [Known] ? true : never;
/** Holds the schemas to the types that the code works with: what a file may say, the code understands, and every kind can be said. */
export const SCHEMAS_MATCH: readonly [
  Understood<z.infer<typeof faultSchema>, AnyFault>,
  Understood<AnyFault, z.infer<typeof faultSchema>>,
  Understood<z.infer<typeof scheduleSchema>[number], ScheduledStep>,
  Understood<ScheduledStep['step'], z.infer<typeof scheduleSchema>[number]['step']>,
] = [true, true, true, true];
