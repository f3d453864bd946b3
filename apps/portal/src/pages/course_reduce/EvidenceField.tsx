import type { Evidence } from '@ce/client/course_reduce.ts'
import { formatBytes } from '@ce/client/format.ts'
import { upload } from '@ce/client/upload.ts'
import { failureWords } from '@ce/frame/form-refusal.ts'
import { Button, Progress } from 'antd'
import { useRef, useState } from 'react'
import { Thumb } from './ReductionDrawer.tsx'
import classes from './Reductions.module.css'

const mostBytes = 10 * 1024 * 1024

interface EvidenceFieldProps {
  /** given by Form.Item */
  id?: string
  value?: Evidence[]
  onChange?: (files: Evidence[]) => void
  /** how many at most */
  mostFiles?: number
}

interface Sending {
  name: string
  /** 0 to 1 */
  share: number
}

/** Pictures and PDF as evidence: sent at once, one after the other, with their progress; looked at and taken out again. */
export function EvidenceField(props: EvidenceFieldProps) {
  const { id, value = [], onChange, mostFiles = 9 } = props
  const input = useRef<HTMLInputElement>(null)
  // what came in since: a second choice while the first is still being sent must not lose any
  const files = useRef(value)
  files.current = value
  const [sending, setSending] = useState<Sending | null>(null)
  const [problems, setProblems] = useState<string[]>([])
  const put = (next: Evidence[]) => {
    files.current = next
    onChange?.(next)
  }
  const take = async (chosen: File[]) => {
    const wrong: string[] = []
    for (const file of chosen) {
      const problem = problemOf(file, mostFiles - files.current.length, mostFiles)
      if (problem) {
        wrong.push(`${file.name}：${problem}`)
        continue
      }
      setSending({ name: file.name, share: 0 })
      try {
        const onProgress = (share: number) => setSending({ name: file.name, share })
        const { id: fileId, ...kept } = await upload(file, 'EVIDENCE', { onProgress, quiet: true })
        put([...files.current, { fileId, ...kept }])
      } catch (error) {
        wrong.push(`${file.name}：${failureWords(error)}`)
      }
    }
    setSending(null)
    setProblems(wrong)
  }
  return (
    <div className={classes.evidence}>
      {value.length > 0 && (
        <ul className={classes.files}>
          {value.map((file) => (
            <Row
              key={file.fileId}
              file={file}
              onRemove={() => put(value.filter(({ fileId }) => fileId !== file.fileId))}
            />
          ))}
        </ul>
      )}
      {sending && (
        <div className={classes.sending}>
          <span>正在上传 {sending.name}</span>
          <Progress percent={Math.round(sending.share * 100)} aria-label="上传进度" />
        </div>
      )}
      <div role="alert">
        {problems.map((problem) => (
          <p key={problem} className={classes.problem}>
            {problem}
          </p>
        ))}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="选择佐证材料文件"
        accept=".pdf,.jpg,.jpeg,.png"
        multiple={mostFiles > 1}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])]
          target.value = ''
          void take(chosen)
        }}
      />
      <Button
        {...(id ? { id } : {})}
        disabled={value.length >= mostFiles || sending !== null}
        onClick={() => input.current?.click()}
      >
        上传文件
      </Button>
      <p className={classes.small}>
        PDF、JPG 或 PNG，每个不超过 10 MB，最多 {mostFiles} 个；只有您和审核员能看到。
      </p>
    </div>
  )
}

/** Said before a byte is sent; the server looks again, at the content. */
function problemOf(file: File, left: number, mostFiles: number): string | null {
  if (left <= 0) return `最多 ${mostFiles} 个文件`
  if (file.size > mostBytes) return '文件超过 10 MB，请压缩后再上传'
  return file.size === 0 ? '文件是空的' : null
}

function Row({ file, onRemove }: { file: Evidence; onRemove: () => void }) {
  const { name, mime, size, url } = file
  return (
    <li className={classes.file}>
      <Thumb mime={mime} url={url} />
      <span className={classes.fileName}>
        {url ? (
          <a href={url} target="_blank" rel="noopener">
            {name}
          </a>
        ) : (
          name
        )}
        <span className={classes.small}>{formatBytes(size)}</span>
      </span>
      <Button onClick={onRemove} aria-label={`移除 ${name}`}>
        移除
      </Button>
    </li>
  )
}
