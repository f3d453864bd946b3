import { CallRefused } from '@ce/client/call.ts'
import type { ReductionEvidence } from '@ce/client/course_reduce.ts'
import { callFailureText } from '@ce/client/form-refusal.ts'
import { UnusablePicture } from '@ce/client/prepare-picture.ts'

const mostBytes = 10 * 1024 * 1024

export interface EvidenceUpload {
  name: string
  /** Upload progress from 0 to 1. */
  share: number
}

export interface UnsentEvidence {
  file: File
  problem: string
  /** True if the connection failed, so that sending the file again may work. */
  again: boolean
}

export interface EvidenceUploads {
  /** The file that is uploading, from the choice until all files have arrived or failed. */
  sending: EvidenceUpload | null
  /** Files of the newest choice that were not uploaded. */
  unsent: readonly UnsentEvidence[]
}

interface World {
  mostFiles: number
  there: () => readonly ReductionEvidence[]
  put: (files: ReductionEvidence[]) => void
  /** Makes large photos smaller before the upload. */
  prepare: (file: File) => Promise<File>
  upload: (file: File, onProgress: (share: number) => void) => Promise<ReductionEvidence>
}

/** Sends files one after another. Later choices wait for earlier ones. */
export function createEvidenceSender(world: () => World, tell: (state: EvidenceUploads) => void) {
  let state: EvidenceUploads = { sending: null, unsent: [] }
  let waiting = 0
  let turn = Promise.resolve()
  const set = (change: Partial<EvidenceUploads>) => {
    state = { ...state, ...change }
    tell(state)
  }

  async function send(chosen: File): Promise<void> {
    set({ sending: { name: chosen.name, share: 0 } })
    let file = chosen
    const fail = (problem: string, again: boolean) => set({ unsent: [...state.unsent, { file, problem, again }] })
    try {
      file = await world().prepare(chosen)
      const { there, mostFiles, upload } = world()
      const problem = problemOf(file, there().length, mostFiles)
      if (problem) return fail(problem, false)
      const sent = await upload(file, (share) => set({ sending: { name: file.name, share } }))
      world().put([...world().there(), sent])
    } catch (error) {
      if (error instanceof UnusablePicture) return fail(error.message, false)
      fail(callFailureText(error), !(error instanceof CallRefused))
    }
  }

  function sendAll(chosen: readonly File[]): Promise<void> {
    const [first] = chosen
    if (!first) return turn
    waiting += chosen.length
    /**
     * Count a file as uploading even before its preparation ends, because forms ask at once whether an upload is
     * running.
     */
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
    retry: (one: UnsentEvidence): Promise<void> => {
      set({ unsent: state.unsent.filter((other) => other !== one) })
      return sendAll([one.file])
    },
  }
}

/** Returns why a file cannot be uploaded, or null. The server checks the content again. */
function problemOf(file: File, there: number, mostFiles: number): string | null {
  if (there >= mostFiles) return `最多 ${mostFiles} 个文件`
  if (file.size > mostBytes) return '文件超过 10 MB，请压缩后再上传'
  return file.size === 0 ? '文件是空的' : null
}
