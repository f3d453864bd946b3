import type { Evidence } from '@ce/client/course_reduce.ts'
import { EvidenceFiles } from '@ce/frame/student/course_reduce/Evidence.tsx'
import {
  deskEvidenceTypes,
  evidenceMost,
  evidenceTerms,
  useEvidence,
} from '@ce/frame/student/course_reduce/use-evidence.ts'
import { evidenceLabel } from '@ce/frame/student/course_reduce/words.ts'
import { Button, Progress } from 'antd'
import { useRef } from 'react'
import classes from './Reductions.module.css'

interface EvidenceFieldProps {
  /** given by Form.Item */
  id?: string
  value?: Evidence[]
  onChange?: (files: Evidence[]) => void
  /** hears whether a file is on its way: the form waits for it */
  onSending: (sending: boolean) => void
  /** how many at most */
  mostFiles?: number
}

/** Evidence of an application: what is there, what is on its way, and choosing more. */
export function EvidenceField(props: EvidenceFieldProps) {
  const { id, value = [], onChange, mostFiles = evidenceMost, onSending } = props
  const input = useRef<HTMLInputElement>(null)
  const { sending, unsent, full, take, remove } = useEvidence(value, (files) => onChange?.(files), {
    mostFiles,
    onSending,
  })
  return (
    <div className={classes.evidence}>
      {value.length > 0 && (
        <EvidenceFiles
          files={value}
          aside={({ fileId, name }) => (
            <Button onClick={() => remove(fileId)} aria-label={`移除 ${name}`}>
              移除
            </Button>
          )}
        />
      )}
      {sending && (
        <div className={classes.sending}>
          <span>正在上传 {sending.name}</span>
          <Progress percent={Math.round(sending.share * 100)} aria-label="上传进度" />
        </div>
      )}
      <div role="alert">
        {unsent.map(({ file, problem }) => (
          <p key={`${file.name}：${problem}`} className={classes.problem}>
            {file.name}：{problem}
          </p>
        ))}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={evidenceLabel}
        accept={deskEvidenceTypes}
        multiple={mostFiles > 1}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])]
          target.value = ''
          void take(chosen)
        }}
      />
      <Button
        {...(id ? { id } : {})}
        disabled={full || sending !== null}
        onClick={() => input.current?.click()}
      >
        上传文件
      </Button>
      <p className={classes.small}>{evidenceTerms(mostFiles)}</p>
    </div>
  )
}
