/** @file How rooms fail, as either node records it: copies that the transport refuses, workers that died, what never comes. Rooms, addresses and times are the message's own. */
import type { Values } from '../../checks/entry.ts';
import { type DeploymentInput, type EngineInput, HOST_PORT, type ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { type Built, type BuiltCase, countOf, layersOf, ONE_REQUEST } from './reproCase.ts';

const REFUSED_REMARK = 'The message does not say why the copy failed: the transport refuses it (fault copy-refused).';

/** Two pages of one token in a plain pool: where it does not matter what is sent. */
const PLAIN: Pick<ScenarioInput, 'model' | 'requests'> = { model: { plain: { layers: 1, rows: 8, itemBytes: 512 } }, requests: [{ length: 2 }] };

/** A number of a room that a scenario can have; null for any other, 0 included. Rooms are drawn from 63 bits. */
function roomOf(text: string | undefined): string | null {
  return text !== undefined && /^[1-9]\d{0,18}$/.test(text) ? text : null;
}

function nodes(prefill: EngineInput, decode: EngineInput = {}): { readonly prefill: EngineInput; readonly decode: EngineInput } {
  const { slots = 1 } = prefill;
  return { prefill: { slots, ...prefill }, decode: { slots, preallocSlots: 0, ...decode } };
}

/** `Failed to send kv chunk of 4242 to 10.0.0.2:41000`. */
export function kvSendFailed({ room, peer }: Values): Built {
  const named = roomAndPeer(room, peer);
  if (typeof named === 'string') return named;
  return [refused('The transport refuses the KV pages of a request', PLAIN, nodes({}), 'kv', named)];
}

/** `Failed to send state components of 4242 to 10.0.0.2:41000`. */
export function stateSendFailed({ room, peer }: Values): Built {
  const named = roomAndPeer(room, peer);
  if (typeof named === 'string') return named;
  const node = { ...ONE_REQUEST, poolTokens: 256 };
  return [refused('The transport refuses the state of a request', { model: layersOf([0]), requests: [{ length: 1 }] }, nodes(node, node), 0, named)];
}

/** `NIXL transfer encountered ERR room=4242`. */
export function nixlTransferError({ room }: Values): Built {
  const firstRoom = roomOf(room);
  if (firstRoom === null) return NO_ROOM;
  return [refused('NIXL is told of an error of the KV pages’ transfer', PLAIN, nodes({ backend: 'nixl' }), 'kv', { firstRoom })];
}

/** What decode records of a room that prefill calls failed. */
export function failedByPrefill(): Built {
  return [refused('Prefill fails a room, and tells decode', PLAIN, nodes({}), 'kv', {})];
}

/** `Decode instance could be dead, remote mooncake session 10.0.0.2:15000 is not alive`: what a room behind a failed one gets. */
export function sessionDead({ session }: Values): Built {
  if (session === undefined || !HOST_PORT.test(session)) return 'the session is no host:port';
  const two = { ...PLAIN, requests: [{ length: 2 }, { length: 2 }] };
  const built = refused('A refused copy, and a request to the same session behind it', two, nodes({ slots: 2 }), 'kv', { decodeSession: session });
  return [{ ...built, remarks: [...(built.remarks ?? []), 'Mooncake says it of every later request to a session that one copy failed to: request 1 here.'] }];
}

/** `Request 4242 timed out after 300.0s in KVPoll.WaitingForInput`: NIXL's prefill does not tell decode that it failed. */
export function waitingTimeout({ room, seconds }: Values): Built {
  const named = roomAndTime(room, seconds);
  if (typeof named === 'string') return named;
  const built = refused('Prefill fails a room, and decode is not told', PLAIN, nodes({ backend: 'nixl' }), 'kv', named);
  return [{ ...built, remarks: [...(built.remarks ?? []), 'A run has no clock: that decode waits until its limit is known, not how long it takes.'] }];
}

/** `Request 4242 timed out after 300.0s in KVPoll.Bootstrapping`: a prefill rank that too few decode ranks speak to. */
export function bootstrappingTimeout({ room, seconds }: Values): Built {
  const named = roomAndTime(room, seconds);
  if (typeof named === 'string') return named;
  const node = { ...ONE_REQUEST, poolTokens: 256 };
  return [
    {
      title: 'Decode with 3 tensor-parallel ranks, prefill with 2',
      given: {
        model: layersOf([0]),
        requests: [{ length: 1 }],
        ...nodes({ ...node, grid: { tp: 2 } }, { ...node, grid: { tp: 3 } }),
        deployment: named,
      },
      fixed: { decode: { grid: { tp: 2 } } },
      mend: 'On decode: use --tp-size 2, as prefill does.',
      remarks: [
        'The message does not say who is waited for: ranks of decode that look for a rank which prefill does not have.',
        'A run has no clock: that prefill waits until its limit is known, not how long it takes.',
      ],
    },
  ];
}

/** `Could not fetch bootstrap info for: ...`: the rank that decode's mapping comes to. */
export function rankInfoMissing({ dp, cp, tp, pp }: Values): Built {
  if (dp !== '0' || cp !== '0' || pp !== '0') return 'decode looks for ranks of other tensor-parallel sizes here, and for rank 0 of everything else';
  const rank = countOf(tp);
  if (rank === null || rank > MOST_RANKS) return `tensor-parallel rank ${tp ?? 'of an unknown number'} is none from 2 to ${MOST_RANKS}`;
  if (rank === 1) return 'a prefill of one tensor-parallel rank serves any number of decode’s: nobody asks it for rank 1';
  // One rank of decode more than prefill has: the last one looks for the rank behind prefill's last.
  const node = { ...ONE_REQUEST, poolTokens: 256 };
  return [
    {
      title: `Decode with ${rank + 1} tensor-parallel ranks, prefill with ${rank}`,
      given: { model: layersOf([0]), requests: [{ length: 1 }], ...nodes({ ...node, grid: { tp: rank } }, { ...node, grid: { tp: rank + 1 } }) },
      fixed: { decode: { grid: { tp: rank } } },
      mend: `On decode: use --tp-size ${rank}, as prefill does.`,
      remarks: [`The message does not say how many ranks there are: ${rank} on prefill and ${rank + 1} on decode are taken.`],
    },
  ];
}

/** So many ranks are laid out at most. */
const MOST_RANKS = 63;
const NO_ROOM = 'the room is no positive whole number of at most 19 digits';

function roomAndPeer(room: string | undefined, peer: string | undefined): DeploymentInput | string {
  const firstRoom = roomOf(room);
  if (firstRoom === null) return NO_ROOM;
  return peer !== undefined && HOST_PORT.test(peer) ? { firstRoom, decodeEndpoint: peer } : 'the peer is no host:port';
}

function roomAndTime(room: string | undefined, seconds: string | undefined): DeploymentInput | string {
  const firstRoom = roomOf(room);
  if (firstRoom === null) return NO_ROOM;
  const timeoutSeconds = Number(seconds);
  return timeoutSeconds > 0 && timeoutSeconds.toFixed(1) === seconds ? { firstRoom, timeoutSeconds } : 'the time is no number of seconds with one decimal';
}

function refused(
  title: string,
  handOff: Pick<ScenarioInput, 'model' | 'requests'>,
  engines: ReturnType<typeof nodes>,
  component: 'kv' | number,
  deployment: DeploymentInput,
): BuiltCase {
  return {
    title,
    given: { ...handOff, ...engines, deployment, faults: [{ kind: 'copy-refused', request: 0, component }] },
    fixed: { faults: [] },
    mend: 'Look at the transport: registration, links, the peer. Once it takes the copy, everything arrives.',
    remarks: [REFUSED_REMARK],
  };
}
