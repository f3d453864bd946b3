import type { ChildProcess } from 'node:child_process'
import { startReader } from '../../../platform/reader-process.ts'
import { type ImportDocument, refused } from './document.ts'

/** What its process is told first. */
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

/** Said before each document: its time begins, not that of its process, which a busy server is slow to start. */
export type ReadBegin = { begun: true }

/** what a process under `node --watch` (npm run dev) says of its own accord: which files it reads */
type WatchNote = Record<`watch:${string}`, string[]>

/** of one document; our longest law takes 30 ms */
const maxSeconds = 10
/** until it is begun: the parsers load in a second, many times that on a busy server */
const maxStartSeconds = 120
const memoryMb = 512
/** so many such documents in one package are no accident: what comes after them is not read */
const mostHard = 3
const givenUp = `前面已有 ${mostHard} 个文档过于复杂，这个没有再读`
const tooHard: ReadAnswer = { problem: `文档结构过于复杂，${maxSeconds} 秒内没有读完` }

/**
 * Reads documents in a process of their own: Markdown and HTML can be made to take a parser hours or all its memory, and
 * visitors must not wait even for honest ones. Such a document is refused, the next one gets a new process.
 */
export class DocumentReader {
  private readonly setting: ReaderSetting
  private child: ChildProcess | null = null
  private hard = 0
  constructor(setting: ReaderSetting) {
    this.setting = setting
  }

  /** One at a time. */
  async read(question: ReadQuestion): Promise<ImportDocument> {
    if (this.hard >= mostHard) return refused(question.path, givenUp)
    this.child ??= this.start()
    const answer = await answerOf(this.child, question)
    if (answer === tooHard) {
      this.hard += 1
      this.close()
    }
    if ('problem' in answer) return refused(question.path, answer.problem)
    // a buffer crosses between processes as bare bytes
    const { document } = answer
    return { ...document, contentHash: Buffer.from(document.contentHash) }
  }

  close(): void {
    this.child?.kill('SIGKILL')
    this.child = null
  }

  private start(): ChildProcess {
    const child = startReader(new URL('./worker.ts', import.meta.url), memoryMb)
    child.send(this.setting)
    return child
  }
}

function answerOf(child: ChildProcess, question: ReadQuestion): Promise<ReadAnswer> {
  return new Promise((resolve) => {
    const end = (answer: ReadAnswer) => {
      clearTimeout(timer)
      for (const event of ['message', 'error', 'exit']) child.removeAllListeners(event)
      // what was killed may still report that it could not be told something
      child.on('error', () => {})
      resolve(answer)
    }
    const giveUpIn = (seconds: number) => setTimeout(() => end(tooHard), seconds * 1000)
    let timer = giveUpIn(maxStartSeconds)
    child.on('message', (said: ReadAnswer | ReadBegin | WatchNote) => {
      if ('begun' in said) {
        clearTimeout(timer)
        timer = giveUpIn(maxSeconds)
      }
      if ('document' in said || 'problem' in said) end(said)
    })
    child.once('error', () => end(tooHard))
    child.once('exit', () => end(tooHard))
    child.send(question)
  })
}
