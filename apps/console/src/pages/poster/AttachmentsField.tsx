import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { formatBytes } from '@ce/client/format.ts'
import { desktopPictureTypes } from '@ce/client/prepare-picture.ts'
import { contentLimits } from '@ce/contract/content-limits'
import { Button, Input } from 'antd'
import { useEffect, useRef } from 'react'
import { FileField } from '../../components/upload/FileField.tsx'
import type { EditedPosterContent } from './content.ts'
import classes from './Editor.module.css'
import { LabelledFieldGroup } from './Field.tsx'
import type { PosterFieldsProps } from './TitleFields.tsx'

type Attachment = EditedPosterContent['attachments'][number]
const most = contentLimits.attachments
const accept = `.pdf,.docx,.xlsx,.pptx,.ofd,.zip,${desktopPictureTypes}`

/** Attachments are listed in display order and have editable names. */
export function AttachmentsField({ content, readOnly, edit }: PosterFieldsProps) {
  const { attachments } = content
  // Several uploads may finish between two renders, so keep the newest attachments here.
  const latest = useRef(attachments)
  useEffect(() => {
    latest.current = attachments
  })
  const set = (next: Attachment[]) => {
    latest.current = next
    edit({ attachments: next })
  }
  const change = (index: number, name: string) =>
    set(attachments.map((one, at) => (at === index ? { ...one, name } : one)))
  const move = (index: number, by: number) => {
    const next = [...attachments]
    const [one] = next.splice(index, 1)
    if (one) next.splice(index + by, 0, one)
    set(next)
  }
  return (
    <LabelledFieldGroup
      label="附件"
      {...(readOnly
        ? {}
        : {
            hint: `PDF、OFD、DOCX、XLSX、PPTX、图片或 ZIP（旧版 .doc、.xls、.ppt 请另存为新格式），最多 ${most} 个`,
          })}
    >
      {readOnly && attachments.length === 0 && <p className={classes.hint}>没有附件</p>}
      <FileField
        purpose="ATTACHMENT"
        accept={accept}
        label="添加附件"
        multiple
        disabled={readOnly || attachments.length >= most}
        onUploaded={({ id, url, name, size, mime }) => {
          if (latest.current.length < most) set([...latest.current, { fileId: id, url, name, size, mime }])
        }}
      >
        {attachments.length > 0 && (
          <ol className={classes.attachments}>
            {attachments.map((one, index) => (
              <li key={one.fileId}>
                <Row
                  attachment={one}
                  readOnly={readOnly}
                  first={index === 0}
                  last={index === attachments.length - 1}
                  onName={(name) => change(index, name)}
                  onMove={(by) => move(index, by)}
                  onRemove={() => set(attachments.filter((_, at) => at !== index))}
                />
              </li>
            ))}
          </ol>
        )}
      </FileField>
    </LabelledFieldGroup>
  )
}

interface RowProps {
  attachment: Attachment
  readOnly: boolean
  first: boolean
  last: boolean
  onName: (name: string) => void
  onMove: (by: number) => void
  onRemove: () => void
}

function Row({ attachment, readOnly, first, last, onName, onMove, onRemove }: RowProps) {
  const { name, size, url } = attachment
  if (readOnly)
    return (
      <a href={url} download>
        {name}（{formatBytes(size)}）
      </a>
    )
  return (
    <span className={classes.attachment}>
      <Input
        aria-label="附件名称"
        value={name}
        maxLength={contentLimits.attachmentName}
        status={name.trim() ? '' : 'error'}
        onChange={({ target }) => onName(target.value)}
      />
      <span className={classes.fileName}>{formatBytes(size)}</span>
      <Button
        size="small"
        type="text"
        icon={<ArrowUpOutlined />}
        aria-label={`上移 ${name}`}
        disabled={first}
        onClick={() => onMove(-1)}
      />
      <Button
        size="small"
        type="text"
        icon={<ArrowDownOutlined />}
        aria-label={`下移 ${name}`}
        disabled={last}
        onClick={() => onMove(1)}
      />
      <Button
        size="small"
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={`移除附件 ${name}`}
        onClick={onRemove}
      />
    </span>
  )
}
