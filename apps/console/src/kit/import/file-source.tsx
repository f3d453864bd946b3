import { formatBytes } from '@ce/client/format.ts'
import type { UploadPurpose } from '@ce/client/staff/upload-step.ts'
import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { FileField } from '../../components/upload/FileField.tsx'

export interface ChosenImportFile<Sent> {
  name: string
  size: number
  sent: Sent
}

interface FileFieldProps<Sent> {
  file: ChosenImportFile<Sent> | null
  onChosen: (file: ChosenImportFile<Sent> | null) => void
}

export interface ImportFileSource<Sent> {
  Field: (props: FileFieldProps<Sent>) => React.ReactNode
  toAddress: (sent: Sent) => string | null
  fromAddress: (text: string) => Sent | null
}

interface Accepted {
  accept: string
  label: string
}

/** The upload can be resumed; the check then receives the file id. */
export function uploadedFileSource({
  purpose,
  accept,
  label,
}: Accepted & { purpose: UploadPurpose }): ImportFileSource<string> {
  return {
    toAddress: (fileId) => fileId,
    fromAddress: (fileId) => fileId,
    Field: ({ file, onChosen }) => (
      <FileField
        purpose={purpose}
        accept={accept}
        label={file ? '换一个文件' : label}
        onUploaded={({ id, name, size }) => onChosen({ name, size, sent: id })}
      >
        <FileName file={file} />
      </FileField>
    ),
  }
}

export interface InlineImportFile {
  fileName: string
  content: string
}

/** A small file is sent together with the check request and is not stored as a file. */
export function inlineFileSource(limits: InlineFileLimits & Accepted): ImportFileSource<InlineImportFile> {
  return {
    toAddress: () => null,
    fromAddress: () => null,
    Field: (props) => <EnclosedField {...props} limits={limits} />,
  }
}

function EnclosedField({
  file,
  onChosen,
  limits,
}: FileFieldProps<InlineImportFile> & { limits: InlineFileLimits & Accepted }) {
  const { accept, label } = limits
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    const { name, size } = chosen
    const refused = importFileProblem(chosen, limits)
    const content = refused ? null : await base64Of(chosen).catch(() => null)
    setProblem(content ? null : `${name}：${refused ?? '文件读不出来，请重新选择。'}`)
    onChosen(content ? { name, size, sent: { fileName: name, content } } : null)
  }
  return (
    <>
      <FileName file={file} />
      <div role="alert">{problem && <Alert type="error" role="none" showIcon title={problem} />}</div>
      <Button onClick={() => input.current?.click()}>{file ? '换一个文件' : label}</Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          void choose(target.files?.[0])
          target.value = ''
        }}
      />
    </>
  )
}

export interface InlineFileLimits {
  accept: string
  mostMegabytes: number
  wrongKind: string
}

/** Checks only the name and the size of a file. */
export function importFileProblem(
  { name, size }: Pick<File, 'name' | 'size'>,
  { accept, mostMegabytes, wrongKind }: InlineFileLimits,
): string | null {
  if (!accept.split(',').some((ending) => name.toLowerCase().endsWith(ending))) return wrongKind
  if (size === 0) return '文件是空的，请选择另一个文件。'
  if (size > mostMegabytes * 1024 * 1024) return `文件超过 ${mostMegabytes} MB，请分成几个文件。`
  return null
}

function FileName({ file }: { file: ChosenImportFile<unknown> | null }) {
  if (!file) return null
  return (
    <p className="figures">
      {file.name}（{formatBytes(file.size)}）
    </p>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
