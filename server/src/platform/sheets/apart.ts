import { on } from 'node:events'
import { readers } from '../observability/metrics.ts'
import { onMessage, startReader, tellServer } from '../reader-process.ts'
import { UnreadableFile } from './unreadable.ts'

/** of one file; 20,000 rows take two seconds on a calm machine */
const maxSeconds = 60
const heapMb = 768
const tooComplex = '文件内容过于复杂，无法读取'

/**
 * Reads a file in a process of its own: a sheet can be made to take a parser minutes or all its memory, and learners must not
 * wait even for an honest one. `script` (readFor) tells pieces, the last of which has `end`, or `problem`.
 * @param options gone: nobody waits for it any more, and the process ends
 * @throws UnreadableFile, AbortError
 */
export async function* readApart<Told extends object>(
  script: URL,
  file: object,
  { memoryMb = heapMb, gone }: { memoryMb?: number; gone?: AbortSignal | undefined } = {},
): AsyncGenerator<Told> {
  gone?.throwIfAborted()
  const child = startReader(script, memoryMb)
  const patience = AbortSignal.timeout(maxSeconds * 1000)
  const ended = new AbortController()
  child.on('error', () => ended.abort())
  child.once('exit', () => ended.abort())
  let outcome = 'given up'
  try {
    const signal = AbortSignal.any([patience, ended.signal, ...(gone ? [gone] : [])])
    const messages = on(child, 'message', { signal })
    child.send(file)
    for await (const [told] of messages) {
      if ('problem' in told) {
        outcome = 'unreadable'
        throw new UnreadableFile(told.problem)
      }
      // under `node --watch` it also says which files it loads
      if (Object.keys(told).some((name) => name.startsWith('watch:'))) continue
      yield told
      if ('end' in told) {
        outcome = 'done'
        return
      }
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    gone?.throwIfAborted()
    outcome = patience.aborted ? 'too slow' : 'died'
    throw new UnreadableFile(
      patience.aborted ? `${maxSeconds} 秒内没有读完，请分成几个文件` : tooComplex,
    )
  } finally {
    readers.inc({ outcome })
    child.kill('SIGKILL')
  }
}

/** What a script of readApart does: reads the file it is sent, or tells why it cannot be read. */
export function readFor<File>(read: (file: File) => Promise<void>): void {
  onMessage((file: File) => {
    read(file).catch((error: unknown) =>
      tellServer({ problem: error instanceof UnreadableFile ? error.message : tooComplex }),
    )
  })
}
