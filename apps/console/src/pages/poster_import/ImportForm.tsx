import { useCheckImport } from '@ce/client/staff/poster_import.ts'
import type { UploadedFile } from '@ce/client/staff/upload-step.ts'
import { categories } from '@ce/contract/categories'
import { Select } from 'antd'
import { useState } from 'react'
import { ChosenFile } from '../../components/import/ChosenFile.tsx'
import classes from '../../components/import/Import.module.css'
import { StartForm } from '../../components/import/StartForm.tsx'

const options = [
  { value: 0, label: '不指定：没有写明栏目的文档不导入' },
  ...categories.map(({ id, title }) => ({ value: id as number, label: title })),
]

/** The file, and where documents go that name no category. */
export function ImportForm({ onChecked }: { onChecked: (importId: string) => void }) {
  const [file, setFile] = useState<UploadedFile>()
  const [categoryId, setCategoryId] = useState(0)
  const check = useCheckImport()
  const start = () => {
    if (!file) return
    check.mutate(
      { fileId: file.id, categoryId: categoryId || null },
      { onSuccess: ({ importId }) => onChecked(importId) },
    )
  }
  return (
    <StartForm
      step={3}
      promise="只检查和报告，不写入任何内容。"
      check={check}
      missing={!file && '传好文件之后开始。'}
      onStart={start}
    >
      <div className={classes.step}>
        <h2>1. 选择文件</h2>
        <ChosenFile
          purpose="IMPORT"
          accept=".zip,.docx,.md,.markdown,.html,.htm"
          label="上传 ZIP、Word、Markdown 或 HTML"
          file={file}
          onUploaded={(uploaded) => {
            check.reset()
            setFile(uploaded)
          }}
        />
      </div>
      <div className={classes.step}>
        <h2>2. 没有写明栏目的文档放在哪里</h2>
        <Select
          aria-label="没有写明栏目的文档放在哪里"
          className={classes.choice}
          value={categoryId}
          options={options}
          onChange={setCategoryId}
        />
      </div>
    </StartForm>
  )
}
