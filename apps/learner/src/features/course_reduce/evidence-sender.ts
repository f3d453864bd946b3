import { CallRefused } from '@ce/client/call.ts'
import type { Evidence } from '@ce/client/course_reduce.ts'
import { failureWords } from '@ce/client/form-refusal.ts'
import { UnusablePicture } from '@ce/client/prepare-picture.ts'

const mostBytes = 10 * 1024 * 1024

export interface Sending {
  name: string
  /** 0 to 1 */
  share: number
}

/** A file that did not get there. */
export interface Unsent {
  file: File
  problem: string
  /** it was the way that failed, not the file */
  again: boolean
}

export interface Sendings {
  /** from the moment a file is chosen until the last of all has arrived or failed */
  sending: Sending | null
  /** of the newest choice */
  unsent: readonly Unsent[]
}

/** What a sender works with, as it is at the moment. */
interface World {
  mostFiles: number
  there: () => readonly Evidence[]
  put: (files: Evidence[]) => void
  /** what is done to a file before it is looked at and sent */
  prepare: (file: File) => Promise<File>
  upload: (file: File, onProgress: (share: number) => void) => Promise<Evidence>
}

/** Sends files one after the other, those of a second choice after the first's; hears of every change by `tell`. */
export function makeEvidenceSender(world: () => World, tell: (state: Sendings) => void) {
  let state: Sendings = { sending: null, unsent: [] }
  let waiting = 0
  let turn = Promise.resolve()
  const set = (change: Partial<Sendings>) => {
    state = { ...state, ...change }
    tell(state)
  }

  async function send(chosen: File): Promise<void> {
    set({ sending: { name: chosen.name, share: 0 } })
    let file = chosen
    const fail = (problem: string, again: boolean) =>
      set({ unsent: [...state.unsent, { file, problem, again }] })
    try {
      file = await world().prepare(chosen)
      const { there, mostFiles, upload } = world()
      const problem = problemOf(file, there().length, mostFiles)
      if (problem) return fail(problem, false)
      const sent = await upload(file, (share) => set({ sending: { name: file.name, share } }))
      world().put([...world().there(), sent])
    } catch (error) {
      if (error instanceof UnusablePicture) return fail(error.message, false)
      fail(failureWords(error), !(error instanceof CallRefused))
    }
  }

  function sendAll(chosen: readonly File[]): Promise<void> {
    const [first] = chosen
    if (!first) return turn
    waiting += chosen.length
    // a file that is only being prepared is on its way too: whoever asks must know at once
    if (!state.sending) set({ sending: { name: first.name, share: 0 } })
    for (const file of chosen)
      turn = turn.then(async () => {
        await send(file)
        waiting -= 1
        if (waiting === 0) set({ sending: null })
      })
    return turn
  }

  return {
    take: (chosen: readonly File[]): Promise<void> => {
      set({ unsent: [] })
      return sendAll(chosen)
    },
    retry: (one: Unsent): Promise<void> => {
      set({ unsent: state.unsent.filter((other) => other !== one) })
      return sendAll([one.file])
    },
  }
}

/** Said before a byte is sent; the server looks again, at the content. */
function problemOf(file: File, there: number, mostFiles: number): string | null {
  if (there >= mostFiles) return `最多 ${mostFiles} 个文件`
  if (file.size > mostBytes) return '文件超过 10 MB，请压缩后再上传'
  return file.size === 0 ? '文件是空的' : null
}
