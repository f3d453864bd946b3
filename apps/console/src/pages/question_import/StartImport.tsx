import { banksQuery } from '@ce/client/staff/question.ts'
import { useCheckQuestionImport } from '@ce/client/staff/question_import.ts'
import type { UploadedFile } from '@ce/client/staff/upload-step.ts'
import { uuid } from '@ce/client/uuid.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { ChosenFile } from '../../components/import/ChosenFile.tsx'
import classes from '../../components/import/Import.module.css'
import { StartForm } from '../../components/import/StartForm.tsx'

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
  const start = () => {
    if (!file || !courseId) return
    check.mutate(
      { importId, fileId: file.id, courseId, mapping: null },
      { onSuccess: () => onChecking(importId, file.id) },
    )
  }
  return (
    <StartForm
      step={3}
      promise="只检查和报告，不写入题库。"
      check={check}
      missing={(!file || !courseId) && '选好课程、传好文件之后开始。'}
      onStart={start}
    >
      <div className={classes.step}>
        <h2>
          <label htmlFor="course">1. 选择课程</label>
        </h2>
        <Select
          id="course"
          className={classes.choice}
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
        <ChosenFile
          purpose="QUESTIONS"
          accept=".xlsx,.xlsm,.csv,.txt,.gift"
          label="上传 Excel、CSV、GIFT 或 Aiken"
          file={file}
          onUploaded={(uploaded) => {
            anew()
            setFile(uploaded)
          }}
        />
      </div>
    </StartForm>
  )
}
