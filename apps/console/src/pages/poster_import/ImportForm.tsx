import { useCheckImport } from '@ce/client/staff/poster_import.ts'
import type { UploadedFile } from '@ce/client/staff/upload-step.ts'
import { categories } from '@ce/contract/categories'
import { failureWords } from '@ce/frame/form-refusal.ts'
import { Alert, Button, Select } from 'antd'
import { useState } from 'react'
import { FileField } from '../../components/upload/FileField.tsx'
import { formatBytes } from '../../components/upload/format-bytes.ts'
import classes from './Import.module.css'

const options = [
  { value: 0, label: '不指定：没有写明栏目的文档不导入' },
  ...categories.map(({ id, title }) => ({ value: id as number, label: title })),
]

/** The file, and where documents go that name no category. */
export function ImportForm({ onChecked }: { onChecked: (importId: string) => void }) {
  const [file, setFile] = useState<UploadedFile>()
  const [categoryId, setCategoryId] = useState(0)
  const check = useCheckImport()
  const run = () => {
    if (!file) return
    check.mutate(
      { fileId: file.id, categoryId: categoryId || null },
      { onSuccess: ({ importId }) => onChecked(importId) },
    )
  }
  return (
    <form
      className={classes.form}
      aria-label="导入的文件"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <div className={classes.step}>
        <h2>1. 选择文件</h2>
        <FileField
          purpose="IMPORT"
          accept=".zip,.md,.markdown,.html,.htm"
          label={file ? '换一个文件' : '上传 ZIP、Markdown 或 HTML'}
          onUploaded={(uploaded) => {
            check.reset()
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
        <h2>2. 没有写明栏目的文档放在哪里</h2>
        <Select
          aria-label="没有写明栏目的文档放在哪里"
          className={classes.category}
          value={categoryId}
          options={options}
          onChange={setCategoryId}
        />
      </div>
      <div className={classes.step}>
        <h2>3. 试运行</h2>
        <p>只检查和报告，不写入任何内容。</p>
        {check.error && <Alert type="error" showIcon title={failureWords(check.error)} />}
        <Button type="primary" htmlType="submit" disabled={!file} loading={check.isPending}>
          开始试运行
        </Button>
      </div>
    </form>
  )
}
