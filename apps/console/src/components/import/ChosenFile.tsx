import { formatBytes } from '@ce/client/format.ts'
import type { UploadedFile, UploadPurpose } from '@ce/client/staff/upload-step.ts'
import { FileField } from '../upload/FileField.tsx'

interface ChosenFileProps {
  purpose: UploadPurpose
  accept: string
  /** the button's words while there is none */
  label: string
  file: UploadedFile | undefined
  onUploaded: (file: UploadedFile) => void
}

/** The file to import, by name and size, and the way to another. */
export function ChosenFile({ purpose, accept, label, file, onUploaded }: ChosenFileProps) {
  return (
    <FileField
      purpose={purpose}
      accept={accept}
      label={file ? '换一个文件' : label}
      onUploaded={onUploaded}
    >
      {file && (
        <p className="figures">
          {file.name}（{formatBytes(file.size)}）
        </p>
      )}
    </FileField>
  )
}
