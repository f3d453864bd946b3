import type { UploadedFile, UploadPurpose } from '@ce/client/staff/upload-step.ts'
import { useUploads } from '@ce/client/staff/use-uploads.ts'
import type { StaffPictureUse } from '@ce/contract/picture-uses'
import { Button } from 'antd'
import { type ReactNode, useRef } from 'react'
import { UploadRow } from './UploadRow.tsx'
import classes from './upload.module.css'

interface FileFieldProps {
  purpose: UploadPurpose
  /** what the file chooser offers, such as video/mp4 */
  accept: string
  /** the button's words */
  label: string
  multiple?: boolean
  disabled?: boolean
  /** `chosen` grows with each file that is chosen: uploads end in an order of their own */
  onUploaded: (file: UploadedFile, chosen: number) => void
  /** what is chosen already, above the button */
  children?: ReactNode
  /** more buttons beside it */
  actions?: ReactNode
  /** what a picture is to be shown as */
  use?: StaffPictureUse
  /** looks at a chosen file before it is sent; it calls `send`, now, later or never */
  look?: (file: File, send: (file: File) => void) => void
}

/** A button that uploads what is chosen, resumable, with its progress; the finished file goes to `onUploaded`. */
export function FileField(props: FileFieldProps) {
  const { purpose, accept, label, multiple = false, disabled = false, onUploaded } = props
  const input = useRef<HTMLInputElement>(null)
  const { uploads, add, drop } = useUploads(
    purpose,
    (file, upload) => onUploaded(file, upload.key),
    props.use,
  )
  const take = (files: Iterable<File>) => {
    // a single file takes the place of what is on its way, or was refused
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
