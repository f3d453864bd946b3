import { type ListField, useCheckList } from '@ce/client/employer.ts'
import { formatBytes } from '@ce/client/format.ts'
import { uuid } from '@ce/client/uuid.ts'
import { Alert, Button, Upload } from 'antd'
import { useState } from 'react'
import classes from '../../components/import/Import.module.css'
import type { TableWish } from '../../components/import/report.ts'
import { StartForm } from '../../components/import/StartForm.tsx'
import type { Plans } from './Members.tsx'
import { firstPlan, PlanChoice } from './PlanChoice.tsx'

/** A list that was chosen: the file's bytes as Base64. */
export interface ChosenList {
  planId: string
  fileName: string
  content: string
}

interface StartListProps {
  plans: Plans
  onChecked: (importId: string, list: ChosenList) => void
}

const mostBytes = 2 * 1024 * 1024

/** The year, the file, the dry run. */
export function StartList({ plans, onChecked }: StartListProps) {
  const [planId, setPlanId] = useState(firstPlan(plans)?.id ?? '')
  const [file, setFile] = useState<{ name: string; size: number; content: string } | null>(null)
  const { start, check } = useDryRun(onChecked)
  const tooLarge = file !== null && file.size > mostBytes
  const choose = async (chosen: File) => {
    const content = chosen.size > mostBytes ? '' : await base64Of(chosen)
    setFile({ name: chosen.name, size: chosen.size, content })
  }
  return (
    <StartForm
      step={3}
      promise="只读取文件，不写入任何一行，也不核对谁是本平台的学员。"
      check={check}
      missing={(!file && '请先选择文件') || (tooLarge && '文件超过 2 MB')}
      onStart={() =>
        file && start({ planId, fileName: file.name, content: file.content }, { mapping: null })
      }
    >
      <div className={classes.step}>
        <h2>1. 年度</h2>
        <PlanChoice plans={plans} value={planId} onChange={setPlanId} />
      </div>
      <div className={classes.step}>
        <h2>2. 名单文件</h2>
        <Upload
          accept=".xlsx,.xlsm,.csv"
          showUploadList={false}
          beforeUpload={(chosen) => {
            void choose(chosen)
            return false
          }}
        >
          <Button>{file ? '换一个文件' : '选择名单文件'}</Button>
        </Upload>
        {file && (
          <p className="figures">
            {file.name}（{formatBytes(file.size)}）
          </p>
        )}
        {tooLarge && <Alert type="error" showIcon title="文件超过 2 MB，请分成几个文件。" />}
      </div>
    </StartForm>
  )
}

/** Sends a dry run; a try that got no answer is repeated under the same number. */
export function useDryRun(onChecked: StartListProps['onChecked']) {
  const check = useCheckList()
  const [tried, setTried] = useState<{ key: string; id: string } | null>(null)
  const start = (list: ChosenList, wish: TableWish<ListField>) => {
    const key = JSON.stringify([list, wish])
    const id = tried?.key === key ? tried.id : uuid()
    setTried({ key, id })
    check.mutate({ ...list, ...wish, importId: id }, { onSuccess: () => onChecked(id, list) })
  }
  return { start, check }
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
