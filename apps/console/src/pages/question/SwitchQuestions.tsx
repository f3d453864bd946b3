import { useEnableQuestions } from '@ce/client/staff/question.ts'
import { questionEnableLimits } from '@ce/contract/generated/staff-limits'
import { showNotice } from '@ce/ui/notices.ts'
import classes from '../../components/form.module.css'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextItem } from '../../kit/FormItems.tsx'

interface SwitchQuestionsProps {
  ids: readonly string[]
  enabled: boolean
  onDone: () => void
  onClose: () => void
}

const consequences = {
  enable: '启用后，新发的试卷可能抽到；已经发出的试卷不受影响。',
  disable:
    '停用后，新发的试卷不再抽到；已经发出的试卷不受影响，成绩不变，随时可以重新启用。如果剩下的试题不够某个年度组卷，则全部不停用。',
}

export function SwitchQuestionsDialog({ ids, enabled, onDone, onClose }: SwitchQuestionsProps) {
  const enable = useEnableQuestions()
  const verb = enabled ? '启用' : '停用'
  const send = async ({ reason }: { reason: string }) => {
    const { changed } = await enable.mutateAsync({ ids: [...ids], enabled, reason })
    const others = ids.length - changed
    showNotice({
      kind: 'success',
      title: `已${verb} ${changed} 道试题`,
      text: others > 0 ? `另外 ${others} 道原来就是${verb}状态。` : '',
    })
    onDone()
  }
  return (
    <FormDialog
      title={`${verb} ${ids.length} 道试题？`}
      okText={`${verb} ${ids.length} 道`}
      danger={!enabled}
      initialValues={{ reason: '' }}
      send={send}
      onClose={onClose}
    >
      <p className={classes.problem}>{enabled ? consequences.enable : consequences.disable}</p>
      <TextItem
        name="reason"
        label="原因"
        needed
        limits={questionEnableLimits.reason}
        rules={[{ min: 2, message: '请写清原因' }]}
        extra="写入操作日志。"
        input={{ placeholder: enabled ? '如：修订完成' : '如：法规已修订' }}
      />
    </FormDialog>
  )
}
