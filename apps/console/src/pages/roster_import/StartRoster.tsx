import { type RosterKind, useCheckRoster } from '@ce/client/staff/roster_import.ts'
import type { UploadedFile } from '@ce/client/staff/upload-step.ts'
import { uuid } from '@ce/client/uuid.ts'
import { failureWords } from '@ce/frame/form-refusal.ts'
import { Alert, Button } from 'antd'
import { type SyntheticEvent, useState } from 'react'
import { FileField } from '../../components/upload/FileField.tsx'
import { formatBytes } from '../../components/upload/format-bytes.ts'
import classes from '../question_import/QuestionImport.module.css'

interface StartRosterProps {
  kind: RosterKind
  onChecking: (importId: string, fileId: string) => void
}

/** Which file. */
export function StartRoster({ kind, onChecking }: StartRosterProps) {
  const [file, setFile] = useState<UploadedFile>()
  // of this file: a repeated try finds the import of the first
  const [importId, setImportId] = useState(uuid)
  const check = useCheckRoster()
  const run = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!file) return
    check.mutate(
      { importId, kind, fileId: file.id, mapping: null },
      { onSuccess: () => onChecking(importId, file.id) },
    )
  }
  return (
    <form className={classes.form} aria-label="导入的文件" onSubmit={run}>
      <div className={classes.step}>
        <h2>1. 上传文件</h2>
        <FileField
          purpose="ROSTER"
          accept=".xlsx,.csv,.txt"
          label={file ? '换一个文件' : '上传 Excel 或 CSV'}
          onUploaded={(uploaded) => {
            check.reset()
            setImportId(uuid())
            setFile(uploaded)
          }}
        >
          {file && (
            <p className="figures">
              {file.name}（{formatBytes(file.size)}）
            </p>
          )}
        </FileField>
      </div>
      <div className={classes.step}>
        <h2>2. 试运行</h2>
        <p>只检查和报告，不写入。</p>
        {check.error && <Alert type="error" showIcon title={failureWords(check.error)} />}
        <Button type="primary" htmlType="submit" disabled={!file} loading={check.isPending}>
          开始试运行
        </Button>
        {!file && <p className={classes.hint}>传好文件之后开始。</p>}
      </div>
    </form>
  )
}
