import type { ByteContent } from '../files/content.ts'
import type { ReaderLane } from './statistics.ts'

/** A task throws UnreadableFile or a refusal when it cannot read the file. */
export type ReadTask<Input, Found> = (
  input: Input,
  about: { source: ByteContent; emit: (found: Found) => Promise<void> },
) => Promise<void>

/** Names the script that a reader process runs. `Input` and `Found` are the types of that script. */
export interface ReadTaskName<Input, Found> {
  script: URL
  lane: ReaderLane
  /** The sentence for the user when the file took too much time or memory. */
  tooSlow: string
  tooComplex: string
  /** This field is never set. It only makes `Input` and `Found` part of this type. */
  types?: (input: Input) => Found
}
