import type { Upload } from '@ce/client/staff/make-upload.ts'
import { useUploadState } from '@ce/client/staff/use-uploads.ts'
import { Alert, Checkbox } from 'antd'
import { uploadWords } from '../../components/upload/UploadRow.tsx'
import classes from './Editor.module.css'

interface PendingFilesProps {
  uploads: readonly Upload[]
  without: boolean
  onWithout: (without: boolean) => void
}

/** Names the attachments that readers would not get, and asks whether it goes out without them. */
export function PendingFiles({ uploads, without, onWithout }: PendingFilesProps) {
  if (uploads.length === 0) return null
  return (
    <Alert
      className={classes.ask}
      type="warning"
      role="note"
      showIcon
      title={`${uploads.length} 个附件没有上传完成，读者看不到`}
      description={
        <>
          <ul>
            {uploads.map((upload) => (
              <PendingFile key={upload.key} upload={upload} />
            ))}
          </ul>
          <Checkbox checked={without} onChange={({ target }) => onWithout(target.checked)}>
            不带这些附件，照样发布
          </Checkbox>
        </>
      }
    />
  )
}

function PendingFile({ upload }: { upload: Upload }) {
  return (
    <li>
      {upload.file.name}：{uploadWords(useUploadState(upload))}
    </li>
  )
}
