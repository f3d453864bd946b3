import { Refusal, refusalAnswer } from '../../server/src/platform/errors.ts'
import { StartError } from '../../server/src/platform/start-error.ts'

/** What a command says instead of a refusal: the product's own Chinese words in an English line. Any other error is itself. */
export function refused(error: unknown): unknown {
  return error instanceof Refusal
    ? new StartError(`refused: ${refusalAnswer(error.key, error.detail).body.msg}`)
    : error
}
