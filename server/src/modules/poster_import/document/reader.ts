import { Worker } from 'node:worker_threads'
import { type ImportDocument, refused } from './document.ts'

/** What its thread knows from the start. */
export interface ReaderSetting {
  fallbackCategory: number | null
  /** all paths of the package */
  paths: string[]
}

export interface ReadQuestion {
  path: string
  bytes: Uint8Array
}

/** `problem`: why it could not be read */
export type ReadAnswer = { document: ImportDocument } | { problem: string }

/** what a thread under `node --watch` (npm run dev) says of its own accord: which files it reads */
type WatchNote = Record<`watch:${string}`, string[]>

/** of one document; our longest law takes 30 ms */
const maxSeconds = 10
const limits = { maxOldGenerationSizeMb: 512 }
const tooHard: ReadAnswer = { problem: `文档结构过于复杂，${maxSeconds} 秒内没有读完` }

/**
 * Reads documents in a thread of their own: Markdown and HTML can be made to take a parser hours or all its memory, and
 * visitors must not wait even for honest ones. Such a document is refused, the next one gets a new thread.
 */
export class DocumentReader {
  private readonly setting: ReaderSetting
  private worker: Worker | null = null
  constructor(setting: ReaderSetting) {
    this.setting = setting
  }

  /** One at a time. */
  async read(question: ReadQuestion): Promise<ImportDocument> {
    this.worker ??= new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: this.setting,
      resourceLimits: limits,
    })
    // a process that stops does not wait for it
    this.worker.unref()
    const answer = await answerOf(this.worker, question)
    if (answer === tooHard) await this.close()
    if ('problem' in answer) return refused(question.path, answer.problem)
    // a buffer crosses between threads as bare bytes
    const { document } = answer
    return { ...document, contentHash: Buffer.from(document.contentHash) }
  }

  async close(): Promise<void> {
    await this.worker?.terminate()
    this.worker = null
  }
}

function answerOf(worker: Worker, question: ReadQuestion): Promise<ReadAnswer> {
  return new Promise((resolve) => {
    const end = (answer: ReadAnswer) => {
      clearTimeout(timer)
      for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
      // a thread out of memory reports once more while it ends
      worker.on('error', () => {})
      resolve(answer)
    }
    const timer = setTimeout(() => end(tooHard), maxSeconds * 1000)
    worker.on('message', (said: ReadAnswer | WatchNote) => {
      if ('document' in said || 'problem' in said) end(said)
    })
    worker.once('error', () => end(tooHard))
    worker.once('exit', () => end(tooHard))
    worker.postMessage(question)
  })
}
