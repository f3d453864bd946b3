import { decodeBase64, saveFile } from '@ce/client/save-as.ts'
import { type QuestionExportFormat, questionBanksQuery, useExportQuestions } from '@ce/client/staff/question.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Radio, Select } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../kit/FormDialog.tsx'
import classes from './QuestionList.module.css'

interface Fields {
  courseId: string
  format: QuestionExportFormat
}

const formats: readonly { value: QuestionExportFormat; label: string; hint: string }[] = [
  {
    value: 'XLSX',
    label: 'Excel（.xlsx）',
    hint: '全部内容；再导入时只新增，不修改题库里已有的试题。',
  },
  {
    value: 'GIFT',
    label: 'GIFT（.txt）',
    hint: 'Moodle 等学习平台通用，含解析、标签、难度和选项次序；不含已停用的试题。',
  },
  {
    value: 'AIKEN',
    label: 'Aiken（.txt）',
    hint: '纯文本；不含多选题和已停用的试题，不带解析、标签、难度和选项次序，换行写成空格。',
  },
]

export function QuestionExportButton({ courseId }: { courseId: string | undefined }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>导出…</Button>
      {open && <ExportDialog courseId={courseId} onClose={() => setOpen(false)} />}
    </>
  )
}

interface ExportDialogProps {
  courseId: string | undefined
  onClose: () => void
}

function ExportDialog({ courseId, onClose }: ExportDialogProps) {
  const { data: banks = [] } = useQuery(questionBanksQuery())
  const run = useExportQuestions()
  const send = async (fields: Fields) => {
    const { name, mime, content, exported, leftOut, lost } = await run.mutateAsync(fields)
    saveFile(new Blob([decodeBase64(content)], { type: mime }), name)
    showNotice({
      kind: 'success',
      title: `已导出 ${exported} 道试题`,
      text: [
        leftOut > 0 && `${leftOut} 道没有导出：已停用，或这种格式容不下。`,
        lost.length > 0 && `这种格式容不下的：${lost.join('；')}。要完整保存，请导出 Excel 或 GIFT。`,
      ]
        .filter(Boolean)
        .join(''),
    })
  }
  return (
    <FormDialog<Fields>
      title="导出试题"
      okText="导出"
      initialValues={{ courseId, format: 'XLSX' }}
      send={send}
      onClose={onClose}
    >
      <Form.Item
        name="courseId"
        label="课程"
        rules={[{ required: true, message: '请选择课程' }]}
        extra="文件里有答案，请妥善保管。导出会写入操作日志。"
      >
        <Select
          placeholder="请选择课程"
          showSearch={{ optionFilterProp: 'label' }}
          options={banks.map((bank) => ({ value: bank.courseId, label: bank.title }))}
        />
      </Form.Item>
      <fieldset className="plain-fieldset">
        <legend>格式</legend>
        <Form.Item name="format">
          <Radio.Group className={classes.formats}>
            {formats.map(({ value, label, hint }) => (
              <Radio key={value} value={value}>
                {label}
                <small>{hint}</small>
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
      </fieldset>
    </FormDialog>
  )
}
