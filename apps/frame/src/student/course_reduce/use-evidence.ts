import { CallRefused } from '@ce/client/call.ts'
import type { Evidence } from '@ce/client/course_reduce.ts'
import { upload } from '@ce/client/upload.ts'
import { useRef, useState } from 'react'
import { failureWords } from '../../form-refusal.ts'

const mostBytes = 10 * 1024 * 1024
/** as many as an application takes */
export const evidenceMost = 9
export const evidenceTerms = (mostFiles: number): string =>
  `PDF、JPG 或 PNG，每个不超过 10 MB，最多 ${mostFiles} 个；只有您和审核员能看到。`
export const evidenceTypes = '.pdf,.jpg,.jpeg,.png'

interface Sending {
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

/**
 * Pictures and PDF as evidence: sent at once, one after the other, with their progress; taken out again.
 */
export function useEvidence(
  value: readonly Evidence[],
  onChange: (files: Evidence[]) => void,
  options: {
    mostFiles?: number | undefined
    /** what is done to a file before it is looked at and sent */
    prepare?: (file: File) => Promise<File>
  } = {},
) {
  const { mostFiles = evidenceMost, prepare } = options
  // what came in since: a second choice while the first is still being sent must not lose any
  const files = useRef(value)
  files.current = value
  const [sending, setSending] = useState<Sending | null>(null)
  const [unsent, setUnsent] = useState<readonly Unsent[]>([])
  const put = (next: Evidence[]) => {
    files.current = next
    onChange(next)
  }
  const send = async (chosen: File): Promise<Unsent | null> => {
    const file = prepare ? await prepare(chosen) : chosen
    const problem = problemOf(file, files.current.length, mostFiles)
    if (problem) return { file, problem, again: false }
    setSending({ name: file.name, share: 0 })
    try {
      const onProgress = (share: number) => setSending({ name: file.name, share })
      const { id: fileId, ...kept } = await upload(file, 'EVIDENCE', { onProgress, quiet: true })
      put([...files.current, { fileId, ...kept }])
      return null
    } catch (error) {
      return { file, problem: failureWords(error), again: !(error instanceof CallRefused) }
    }
  }
  const sendAll = async (chosen: readonly File[], failed: readonly Unsent[]) => {
    const problems = [...failed]
    for (const file of chosen) {
      const problem = await send(file)
      if (problem) problems.push(problem)
    }
    setSending(null)
    setUnsent(problems)
  }
  return {
    sending,
    /** of the newest choice */
    unsent,
    full: value.length >= mostFiles,
    take: (chosen: readonly File[]) => sendAll(chosen, []),
    retry: (one: Unsent) => {
      const others = unsent.filter((other) => other !== one)
      setUnsent(others)
      return sendAll([one.file], others)
    },
    remove: (fileId: string) => put(files.current.filter((file) => file.fileId !== fileId)),
  }
}

/** Said before a byte is sent; the server looks again, at the content. */
function problemOf(file: File, there: number, mostFiles: number): string | null {
  if (there >= mostFiles) return `最多 ${mostFiles} 个文件`
  if (file.size > mostBytes) return '文件超过 10 MB，请压缩后再上传'
  return file.size === 0 ? '文件是空的' : null
}
