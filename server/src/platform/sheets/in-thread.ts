import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { UnreadableFile } from './unreadable.ts'

/** of one file; 20,000 rows take two seconds on a calm machine */
const maxSeconds = 60
const limits = { maxOldGenerationSizeMb: 768 }

/**
 * Reads a file in a thread of its own: a sheet can be made to take a parser minutes or all its memory, and learners must not
 * wait even for an honest one. `reader` tells pieces, the last of which has `end`, or `problem`. @throws UnreadableFile
 */
export async function* readInThread<Told extends object>(
  reader: URL,
  file: object,
): AsyncGenerator<Told> {
  const worker = new Worker(reader, {
    workerData: file,
    resourceLimits: limits,
  })
  worker.unref()
  const patience = AbortSignal.timeout(maxSeconds * 1000)
  const ended = new AbortController()
  // it ends with an error when it runs out of memory, and once more while it ends
  worker.on('error', () => ended.abort())
  worker.once('exit', () => ended.abort())
  try {
    const signal = AbortSignal.any([patience, ended.signal])
    for await (const [told] of on(worker, 'message', { signal })) {
      if ('problem' in told) throw new UnreadableFile(told.problem)
      yield told
      if ('end' in told) return
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(
      patience.aborted
        ? `${maxSeconds} 秒内没有读完，请分成几个文件`
        : '文件内容过于复杂，无法读取',
    )
  } finally {
    await worker.terminate()
  }
}
