/** @file What handlers of calls are. */
import type { AnswerOf, CallName, CallProgress, RequestOf } from './protocol.ts';

/** A handler for each of these calls: a few lines of calls into the engine. @throws whatever the engine throws */
export type CallHandlers<K extends CallName> = {
  readonly [Name in K]: (request: RequestOf<Name>, onProgress: (progress: CallProgress) => void) => AnswerOf<Name> | Promise<AnswerOf<Name>>;
};
