import type { Content } from '../files/content.ts'
import type { Lane } from './limits.ts'

/**
 * What a script that a reading process runs exports as `task`: it reads a file and tells what it finds, piece by piece.
 * It throws UnreadableFile, or a refusal, to say why it cannot.
 */
export type ReadTask<Input, Found> = (
  input: Input,
  about: { source: Content; emit: (found: Found) => Promise<void> },
) => Promise<void>

/** How the server names such a script; `Input` and `Found` are the script's own. */
export interface TaskName<Input, Found> {
  script: URL
  lane: Lane
  /** what a person is told whose file took too much time, or too much of anything else */
  tooSlow: string
  tooComplex: string
  /** never there: it ties the name to the types of its script */
  types?: (input: Input) => Found
}
