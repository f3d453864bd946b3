import type { ResumableUpload } from '@ce/client/staff/make-upload.ts'
import { useUploadState } from '@ce/client/staff/use-uploads.ts'
import { Alert, Checkbox } from 'antd'
import { uploadStateText } from './UploadRow.tsx'
import classes from './upload.module.css'

interface PendingFilesProps {
  uploads: readonly ResumableUpload[]
  act: string
  without: boolean
  onWithout: (without: boolean) => void
}

export function PendingFiles({ uploads, act, without, onWithout }: PendingFilesProps) {
  if (uploads.length === 0) return null
  return (
    <Alert
      className={classes.ask}
      type="warning"
      role="note"
      showIcon
      title={`${uploads.length} 个文件没有上传完成，不会包含在内`}
      description={
        <>
          <ul>
            {uploads.map((upload) => (
              <PendingFile key={upload.key} upload={upload} />
            ))}
          </ul>
          <Checkbox checked={without} onChange={({ target }) => onWithout(target.checked)}>
            不带这些文件，{act}
          </Checkbox>
        </>
      }
    />
  )
}

function PendingFile({ upload }: { upload: ResumableUpload }) {
  return (
    <li>
      {upload.file.name}：{uploadStateText(useUploadState(upload))}
    </li>
  )
}
