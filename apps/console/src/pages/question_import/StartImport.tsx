import { banksQuery } from '@ce/client/staff/question.ts'
import { useCheckQuestionImport } from '@ce/client/staff/question_import.ts'
import type { UploadedFile } from '@ce/client/staff/upload-step.ts'
import { uuid } from '@ce/client/uuid.ts'
import { failureWords } from '@ce/frame/form-refusal.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Select } from 'antd'
import { useState } from 'react'
import { FileField } from '../../components/upload/FileField.tsx'
import { formatBytes } from '../../components/upload/format-bytes.ts'
import classes from './QuestionImport.module.css'

interface StartImportProps {
  /** the course that was being looked at */
  preset: string | null
  onChecking: (importId: string, fileId: string) => void
}

/** Which course, which file. */
export function StartImport({ preset, onChecking }: StartImportProps) {
  const { data: banks = [] } = useQuery(banksQuery())
  const [chosen, setChosen] = useState<string>()
  const [file, setFile] = useState<UploadedFile>()
  // of this course and file: a repeated try finds the import of the first
  const [importId, setImportId] = useState(uuid)
  const check = useCheckQuestionImport()
  const courseId = banks.find((bank) => bank.courseId === (chosen ?? preset))?.courseId
  const anew = () => {
    check.reset()
    setImportId(uuid())
  }
  const run = () => {
    if (!file || !courseId) return
    check.mutate(
      { importId, fileId: file.id, courseId, mapping: null },
      { onSuccess: () => onChecking(importId, file.id) },
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
        <h2>
          <label htmlFor="course">1. 选择课程</label>
        </h2>
        <Select
          id="course"
          className={classes.course}
          placeholder="请选择课程"
          value={courseId}
          showSearch={{ optionFilterProp: 'label' }}
          options={banks.map((bank) => ({ value: bank.courseId, label: bank.title }))}
          onChange={(value) => {
            anew()
            setChosen(value)
          }}
        />
      </div>
      <div className={classes.step}>
        <h2>2. 上传文件</h2>
        <FileField
          purpose="QUESTIONS"
          accept=".xlsx,.csv,.txt,.gift"
          label={file ? '换一个文件' : '上传 Excel、CSV、GIFT 或 Aiken'}
          onUploaded={(uploaded) => {
            anew()
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
        <h2>3. 试运行</h2>
        <p>只检查和报告，不写入题库。</p>
        {check.error && <Alert type="error" showIcon title={failureWords(check.error)} />}
        <Button
          type="primary"
          htmlType="submit"
          disabled={!file || !courseId}
          loading={check.isPending}
        >
          开始试运行
        </Button>
        {(!file || !courseId) && <p className={classes.hint}>选好课程、传好文件之后开始。</p>}
      </div>
    </form>
  )
}
