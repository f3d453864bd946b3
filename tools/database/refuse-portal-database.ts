import { Refusal, StartError, toRefusalResponse } from '../../server/src/platform/errors.ts'

/** Converts a refusal to an English line; other errors are returned unchanged. */
export function toCommandError(error: unknown): unknown {
  return error instanceof Refusal
    ? new StartError(`refused: ${toRefusalResponse(error.key, error.detail).body.msg}`)
    : error
}
