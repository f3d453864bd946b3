import { appealedPaperQuery, type ExamAppealRow, useAnswerAppeal } from '@ce/client/staff/exam.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import type { AppealRemedy } from '@ce/contract/appeal-remedies'
import { examAnswerAppealLimits } from '@ce/contract/generated/staff-limits'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import classes from '../../components/form.module.css'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextItem } from '../../kit/FormItems.tsx'
import { requiredRule, textLengthRule } from '../../kit/form-rules.ts'
import { paths } from '../../paths.ts'
import { AttemptSummary } from './Sitting.tsx'

interface Fields {
  uphold: boolean
  answer: string
  remedy?: AppealRemedy
  questionId?: string
  remedyReason?: string
}

/** To uphold an appeal, staff choose a consequence or write an explanation. */
export function AppealAnswerDialog({ appeal, onClose }: { appeal: ExamAppealRow; onClose: () => void }) {
  const answer = useAnswerAppeal()
  const navigate = useNavigate()
  const [form] = Form.useForm<Fields>()
  const uphold = Form.useWatch('uphold', form)
  const remedy = Form.useWatch('remedy', form)
  // The id stays the same while the dialog is open, so that the server recognises a repeated request.
  const [decisionId] = useState(randomUuid)
  const send = async (fields: Fields) => {
    const asks = fields.remedy === 'RESTORE' || fields.remedy === 'RESET'
    await answer.mutateAsync({
      id: appeal.id,
      attemptId: appeal.attemptId,
      ...fields,
      ...(asks ? { decisionId } : {}),
    })
    const text = fields.remedy ? doneWords[fields.remedy] : ''
    showNotice({ kind: 'success', title: '已答复', text })
    // The answered appeal leaves the list, so open the regrade of its question now.
    if (fields.questionId) void navigate(paths.regradeQuestion(fields.questionId))
  }
  return (
    <FormDialog<Fields>
      form={form}
      title={`答复申诉：${appeal.studentName}，${appeal.courseTitle}`}
      okText="答复"
      initialValues={{ answer: '' }}
      send={send}
      onClose={onClose}
    >
      <p>
        <AttemptSummary sitting={appeal} />
      </p>
      <p className={classes.problem}>{appeal.text}</p>
      <Form.Item name="uphold" label="结论" rules={[{ required: true, message: '请选择是否支持' }]}>
        <Radio.Group
          options={[
            { value: true, label: '支持' },
            { value: false, label: '不支持' },
          ]}
        />
      </Form.Item>
      {uphold && (
        <Form.Item name="remedy" label="后续处理" rules={[{ required: true, message: '请选择后续处理' }]}>
          <Radio.Group
            className={classes.stack ?? ''}
            options={remediesOf(appeal).map((value) => ({ value, label: remedyChoices[value] }))}
          />
        </Form.Item>
      )}
      {uphold && remedy === 'REGRADE' && <QuestionField attemptId={appeal.attemptId} />}
      {uphold && remedy === 'NONE' && (
        <TextItem
          name="remedyReason"
          label="为什么不需要处置"
          needed="请写明为什么不需要处置"
          counted="理由"
          limits={examAnswerAppealLimits.remedyReason}
          extra="考生会看到。"
        />
      )}
      <Form.Item
        name="answer"
        label="答复"
        rules={[requiredRule('请填写答复'), textLengthRule('答复', examAnswerAppealLimits.answer)]}
        validateTrigger="onBlur"
        extra="考生会看到。"
      >
        <Input.TextArea maxLength={examAnswerAppealLimits.answer.maxLength} rows={4} showCount />
      </Form.Item>
    </FormDialog>
  )
}

/** A void attempt can be restored; a valid one can be given back or regraded. */
function remediesOf({ voided }: ExamAppealRow): AppealRemedy[] {
  return voided ? ['RESTORE', 'REGRADE', 'NONE'] : ['RESET', 'REGRADE', 'NONE']
}

const remedyChoices: Readonly<Record<AppealRemedy, string>> = {
  RESTORE: '撤销作废：提交申请，由另一名同事复核后恢复成绩和学时',
  RESET: '重置这次考试：提交申请，由另一名同事复核后可以重考',
  REGRADE: '复核试题：写明答卷里的哪一道题',
  NONE: '不需要处置：写明理由',
}

const doneWords: Readonly<Record<AppealRemedy, string>> = {
  RESTORE: '撤销作废的申请已提交，请另一位同事在“处置复核”中确认。',
  RESET: '重置的申请已提交，请另一位同事在“处置复核”中确认。',
  REGRADE: '请在本页选择怎样更正，预览后提交复核。',
  NONE: '',
}

/** Lists the questions by their place on the paper. */
function QuestionField({ attemptId }: { attemptId: string }) {
  const query = useQuery(appealedPaperQuery(attemptId))
  const questions = query.data?.questions ?? []
  return (
    <Form.Item
      name="questionId"
      label="哪一道题"
      rules={[{ required: true, message: '请选择要复核的试题' }]}
      extra="查看答卷会写入操作日志。"
    >
      <Select
        loading={query.isPending}
        showSearch={{ optionFilterProp: 'label' }}
        options={questions.map(({ id, stem }, index) => ({
          value: id,
          label: `第 ${index + 1} 题 ${stem}`,
        }))}
      />
    </Form.Item>
  )
}
