import type { UploadedFile, UploadPurpose } from '@ce/client/staff/upload-step.ts'
import { useUploads } from '@ce/client/staff/use-uploads.ts'
import type { StaffPictureUse } from '@ce/contract/picture-uses'
import { Button } from 'antd'
import { type ReactNode, useRef } from 'react'
import { UploadRow } from './UploadRow.tsx'
import classes from './upload.module.css'

interface FileFieldProps {
  purpose: UploadPurpose
  accept: string
  label: string
  multiple?: boolean
  disabled?: boolean
  /** Uploads finish in any order; `chosen` is the position in which the user chose the file. */
  onUploaded: (file: UploadedFile, chosen: number) => void
  children?: ReactNode
  actions?: ReactNode
  use?: StaffPictureUse
  /** Called with each chosen file before its upload; calls `send` at once, later or never to upload the file. */
  look?: (file: File, send: (file: File) => void) => void
}

/** Uploads files with progress; an interrupted upload can be resumed. */
export function FileField(props: FileFieldProps) {
  const { purpose, accept, label, multiple = false, disabled = false, onUploaded } = props
  const input = useRef<HTMLInputElement>(null)
  const { uploads, add, drop } = useUploads(purpose, (file, upload) => onUploaded(file, upload.key), props.use)
  const take = (files: Iterable<File>) => {
    if (!multiple) uploads.map(drop)
    add(files)
  }
  return (
    <div className={classes.stack}>
      {props.children}
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} onDrop={() => drop(upload)} />
      ))}
      {!disabled && (
        <span className={classes.chosen}>
          <Button onClick={() => input.current?.click()}>{label}</Button>
          {props.actions}
        </span>
      )}
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          const { look } = props
          if (look) for (const file of files) look(file, (ready) => take([ready]))
          else take(files)
          target.value = ''
        }}
      />
    </div>
  )
}
