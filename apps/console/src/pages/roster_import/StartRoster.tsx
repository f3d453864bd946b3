import { type RosterKind, useCheckRoster } from '@ce/client/staff/roster_import.ts'
import type { UploadedFile } from '@ce/client/staff/upload-step.ts'
import { uuid } from '@ce/client/uuid.ts'
import { useState } from 'react'
import { ChosenFile } from '../../components/import/ChosenFile.tsx'
import classes from '../../components/import/Import.module.css'
import { StartForm } from '../../components/import/StartForm.tsx'

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
  const start = () => {
    if (!file) return
    check.mutate(
      { importId, kind, fileId: file.id, mapping: null },
      { onSuccess: () => onChecking(importId, file.id) },
    )
  }
  return (
    <StartForm
      step={2}
      promise="只检查和报告，不写入。"
      check={check}
      missing={!file && '传好文件之后开始。'}
      onStart={start}
    >
      <div className={classes.step}>
        <h2>1. 上传文件</h2>
        <ChosenFile
          purpose="ROSTER"
          accept=".xlsx,.xlsm,.csv,.txt"
          label="上传 Excel 或 CSV"
          file={file}
          onUploaded={(uploaded) => {
            check.reset()
            setImportId(uuid())
            setFile(uploaded)
          }}
        />
      </div>
    </StartForm>
  )
}
