import { CallOffline, CallRefused } from '@ce/client/call.ts'
import { type PrintFontCheck, useAddPrintFont, useCheckPrintFont } from '@ce/client/staff/print_font.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { printFontAddLimits } from '@ce/contract/generated/staff-limits'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, Form } from 'antd'
import { useState } from 'react'
import { FileField } from '../../components/upload/FileField.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextItem } from '../../kit/FormItems.tsx'
import { CharacterTiles } from './LetterTiles.tsx'

export function AddFontDialog({ onClose }: { onClose: () => void }) {
  const [check, add] = [useCheckPrintFont(), useAddPrintFont()]
  // Keeps one id, so that a repeated request does not add a second font.
  const [id] = useState(randomUuid)
  const [fileId, setFileId] = useState<string | null>(null)
  const found = check.data
  const send = async ({ note }: { note: string }) => {
    if (!fileId) return
    const { name, drawn } = await add.mutateAsync({ id, fileId, note })
    const more = drawn > 0 ? `补上 ${drawn} 个字，等待的证明一分钟内自动签发` : '以后有学员用到时自动补字'
    showNotice({ kind: 'success', title: `已添加 ${name}：${more}` })
  }
  return (
    <FormDialog<{ note: string }>
      title="添加字体"
      okText="字形正确，使用这个字体"
      blocked={!found}
      changed={fileId !== null}
      initialValues={{ note: '' }}
      send={send}
      onClose={onClose}
    >
      <Form.Item label="字体文件" extra="TTF、OTF、TTC、WOFF 或 WOFF2，不超过 64 MB，许可须允许嵌入文件。">
        <FileField
          purpose="FONT"
          accept=".ttf,.otf,.ttc,.woff,.woff2"
          label={fileId ? '换一个字体文件' : '选择字体文件'}
          onUploaded={(file) => {
            setFileId(file.id)
            check.mutate({ fileId: file.id })
          }}
        />
      </Form.Item>
      <div role="status">
        {check.isPending && <p>正在检查字体…</p>}
        {check.error && <Alert type="error" showIcon title={problemWordsOf(check.error)} />}
        {found && <Found found={found} />}
      </div>
      <TextItem
        name="note"
        label="来源和许可"
        needed="请写明字体的来源和使用许可"
        limits={printFontAddLimits.note}
        rules={[{ min: 2, message: '至少 2 个字' }]}
        extra="写入操作日志，供以后核对。"
        input={{ placeholder: '如：某字库公司，协会已获授权' }}
      />
    </FormDialog>
  )
}

function problemWordsOf(error: Error): string {
  return error instanceof CallRefused || error instanceof CallOffline ? error.message : '没有检查成功，请重新选择文件'
}

function Found({ found: { name, more, drawn, undrawn } }: { found: PrintFontCheck }) {
  return (
    <>
      <p>
        {name}：有 {more.toLocaleString('zh-CN')} 个系统字体以外的字。
        {drawn.length > 0
          ? `缺的字里能补 ${drawn.length} 个，请核对字形：`
          : undrawn.length > 0
            ? '现在缺的字它都不能补。'
            : '现在没有缺的字，以后有学员用到时自动补上。'}
      </p>
      <CharacterTiles letters={drawn} />
      {undrawn.length > 0 && (
        <p>
          不能补：
          {undrawn.map(({ letter, codePoint, problem }) => (
            <span key={codePoint}>
              {letter}（{codePoint}，{problemWords[problem]}）{' '}
            </span>
          ))}
        </p>
      )}
    </>
  )
}

const problemWords: Record<PrintFontCheck['undrawn'][number]['problem'], string> = {
  ABSENT: '字体里没有',
  EMPTY: '只有空白，没有字形',
  PLACEHOLDER: '只是缺字的符号',
  BROKEN: '字形损坏',
}
