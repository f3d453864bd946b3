import type { ReductionEvidence } from '@ce/client/course_reduce.ts'
import { Button } from '@ce/ui/Button.tsx'
import { RequiredMark } from '@ce/ui/form/Field.tsx'
import form from '@ce/ui/form/form.module.css'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import { type ChangeEvent, useRef } from 'react'
import card from '../../components/card.module.css'
import { useShell } from '../../shells/shell.ts'
import { EvidenceFileList } from './EvidenceFileList.tsx'
import type { UnsentEvidence } from './evidence-sender.ts'
import { evidenceFileTypes, maxEvidenceFiles, useEvidence } from './use-evidence.ts'

interface EvidenceFieldProps {
  files: ReductionEvidence[]
  onChange: (files: ReductionEvidence[]) => void
  /** Tells the form that a file is uploading, so that it waits. */
  onSending: (sending: boolean) => void
  problem: string | undefined
  label?: string
  /** True if at least one file is required. */
  required?: boolean
  hint?: string
  mostFiles?: number
}

export function EvidenceField(props: EvidenceFieldProps) {
  const {
    files,
    onChange,
    onSending,
    problem,
    label = '佐证材料',
    required = false,
    hint,
    mostFiles = maxEvidenceFiles,
  } = props
  const shell = useShell()
  const camera = useRef<HTMLInputElement>(null)
  const album = useRef<HTMLInputElement>(null)
  const { sending, unsent, full, take, retry, remove } = useEvidence(files, onChange, {
    mostFiles,
    onSending,
  })
  const takeFrom = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])]
    target.value = ''
    if (chosen.length > 0) void take(chosen)
  }
  const closed = full || sending !== null
  return (
    <fieldset className={form.choice} aria-describedby="evidence-problem">
      <legend>
        {label}
        {required && <RequiredMark />}
      </legend>
      {files.length > 0 && (
        <EvidenceFileList
          files={files}
          aside={({ fileId, name }) => (
            <Button kind="quiet" onClick={() => remove(fileId)} aria-label={`移除 ${name}`}>
              移除
            </Button>
          )}
        />
      )}
      {sending && <Progress {...sending} />}
      <div role="alert">
        {unsent.map((one) => (
          <Failed key={`${one.file.name}：${one.problem}`} one={one} retry={() => retry(one)} />
        ))}
      </div>
      <input
        ref={camera}
        type="file"
        hidden
        aria-label="拍摄佐证材料"
        accept="image/jpeg,image/png"
        capture="environment"
        onChange={takeFrom}
      />
      <input
        ref={album}
        type="file"
        hidden
        aria-label="选择佐证材料文件"
        accept={evidenceFileTypes[shell]}
        multiple={mostFiles > 1}
        onChange={takeFrom}
      />
      <div className={card.tools}>
        {shell === 'phone' && (
          <Button kind="quiet" disabled={closed} onClick={() => camera.current?.click()}>
            拍照
          </Button>
        )}
        <Button kind="quiet" name="attachments" disabled={closed} onClick={() => album.current?.click()}>
          选择文件
        </Button>
      </div>
      {hint && <p className={form.hint}>{hint}</p>}
      <p className={form.hint}>PDF、JPG 或 PNG，每个不超过 10 MB，最多 {mostFiles} 个；只有您和审核员能看到。</p>
      <div id="evidence-problem" className={form.problem} role="status">
        {problem}
      </div>
    </fieldset>
  )
}

function Progress({ name, share }: { name: string; share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div>
      <p className={form.hint}>
        正在上传 {name}，{percent}%
      </p>
      <ProgressBar label="上传进度" value={percent} max={100} text={`${percent}%`} />
    </div>
  )
}

function Failed({ one, retry }: { one: UnsentEvidence; retry: () => void }) {
  return (
    <div className={card.head}>
      <p className={form.problem}>
        {one.file.name}：{one.problem}
      </p>
      {one.again && (
        <Button kind="quiet" onClick={retry} aria-label={`重新上传 ${one.file.name}`}>
          重新上传
        </Button>
      )}
    </div>
  )
}
