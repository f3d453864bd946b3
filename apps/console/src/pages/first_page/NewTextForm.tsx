import { isStaleRefusal } from '@ce/client/answers.ts'
import { type LegalTextKind, type LegalTextVersion, useProposeLegalText } from '@ce/client/staff/first_page.ts'
import { legalTextVersionRule } from '@ce/contract/desk-rules'
import { legalTextLimits, legalTextTitles } from '@ce/contract/legal-text'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { FormProblem } from '../../components/FormProblem.tsx'
import formClasses from '../../components/form.module.css'
import { useConfirm } from '../../kit/confirm.ts'
import { DateField, dateRule } from '../../kit/DateField.tsx'
import { NumberFormItem, TextItem } from '../../kit/FormItems.tsx'
import { contractFieldRule, requiredRule } from '../../kit/form-rules.ts'
import { useUnsavedChanges } from '../../kit/losses.ts'
import { clearAnsweredProblems } from '../../kit/show-in-form.ts'
import { useFormSubmission } from '../../kit/use-form-problem.ts'
import { legalTextValidityText } from './legal-text-labels.ts'
import { LegalTextParagraphs } from './Paragraphs.tsx'
import { parseParagraphs } from './paragraphs.ts'

interface Fields {
  version: string
  effectiveFrom: string
  graceDays: number
  summary: string
  text: string
}

interface NewTextFormProps {
  kind: LegalTextKind
  texts: readonly LegalTextVersion[]
  onClose: () => void
}

/** The form starts from the newest version and asks for confirmation before it proposes the text. */
export function NewLegalTextForm({ kind, texts, onClose }: NewTextFormProps) {
  // Only approved and proposed versions; rejected and withdrawn ones do not count.
  const live = texts.filter(({ state }) => state === 'APPROVED' || state === 'PROPOSED')
  const [newest] = live
  const [follows, setFollows] = useState(newest?.version ?? null)
  const [form] = Form.useForm<Fields>()
  const [changed, setChanged] = useState(false)
  const confirm = useConfirm()
  const propose = useProposeLegalText()
  const { problem, attempt } = useFormSubmission(form)
  const name = legalTextTitles[kind]
  useUnsavedChanges(changed, `起草中的${name}`)

  const send = ({ text, ...fields }: Fields) =>
    attempt(async () => {
      await propose.mutateAsync({ kind, follows, paragraphs: parseParagraphs(text), ...fields })
      setChanged(false)
      showNotice({ kind: 'success', title: `已提交${name} ${fields.version}，等待另一人审核` })
      onClose()
    })

  const ask = (fields: Fields) => {
    confirm({
      title: `提交${name} ${fields.version}？`,
      content: `由另一名工作人员审核。通过后，${legalTextValidityText(live, fields.effectiveFrom)}学员须同意这个版本才能使用平台。提交后不能修改，只能撤回或由审核人驳回。`,
      okText: '提交',
      cancelText: '再看看',
      onOk: () => {
        void send(fields)
      },
    })
  }

  // Ask first, because the user may have typed for hours.
  const giveUp = () => {
    if (!changed) return onClose()
    confirm({
      title: `放弃起草的${name}？`,
      content: '已填写的内容不会保留。',
      okText: '放弃',
      danger: true,
      cancelText: '继续起草',
      onOk: onClose,
    })
  }

  const overtaken = newest && newest.version !== follows

  return (
    <Form
      form={form}
      name="new-text"
      layout="vertical"
      className={formClasses.reading}
      initialValues={{
        version: '',
        effectiveFrom: '',
        graceDays: 0,
        summary: '',
        text: newest?.paragraphs.join('\n\n') ?? '',
      }}
      onValuesChange={clearAnsweredProblems(form, () => setChanged(true))}
      onFinish={ask}
      scrollToFirstError={{ focus: true }}
    >
      <div className={formClasses.row}>
        <Form.Item
          name="version"
          label="版本号"
          rules={[requiredRule('请填写版本号'), contractFieldRule(legalTextVersionRule)]}
          validateTrigger="onBlur"
          extra={newest ? `现有最新版本：${newest.version}` : '如 1.0'}
        >
          <Input autoFocus />
        </Form.Item>
        <Form.Item
          name="effectiveFrom"
          label="生效日期"
          rules={[requiredRule('请填写生效日期'), dateRule()]}
          validateTrigger="onBlur"
          extra="当天零时起生效；请留出公告时间。"
        >
          <DateField label="生效日期" />
        </Form.Item>
        <NumberFormItem
          name="graceDays"
          label="宽限天数"
          needed="请填写宽限天数，没有填 0"
          within={{ what: '宽限天数', min: 0, max: legalTextLimits.graceDays, unit: ' 天' }}
          extra="已缴费、正在学习的学员可延后这些天同意。"
          input={{ suffix: '天' }}
        />
      </div>
      <TextItem
        name="summary"
        label="修改说明"
        needed
        limits={{ maxLength: legalTextLimits.summary }}
        rows={3}
        extra={`学员在通知和同意页面上先看到它：改了什么、对学员有什么影响。最多 ${legalTextLimits.summary} 字。`}
      />
      <Form.Item
        name="text"
        label={`${name}正文`}
        rules={[requiredRule('请填写正文'), { validator: async (_rule, value: string) => checkText(value) }]}
        validateTrigger="onBlur"
        extra="段落之间空一行；每段不超过 2000 字，最多 200 段。"
      >
        <Input.TextArea rows={20} />
      </Form.Item>
      {overtaken ? (
        <OvertakenNotice newest={newest} onRead={() => setFollows(newest.version)} />
      ) : (
        <FormProblem problem={isStaleRefusal(propose.error) ? null : problem} />
      )}
      <div className={formClasses.row}>
        <Button type="primary" htmlType="submit" disabled={overtaken} loading={propose.isPending}>
          提交审核…
        </Button>
        <Button onClick={giveUp}>不提交</Button>
      </div>
    </Form>
  )
}

function OvertakenNotice({ newest, onRead }: { newest: LegalTextVersion; onRead: () => void }) {
  return (
    <Alert
      type="warning"
      showIcon
      className={formClasses.problem}
      title={`起草期间已有新版本 ${newest.version} 提交`}
      description={
        <details>
          <summary>请把其中要保留的内容写进您的正文：查看版本 {newest.version}</summary>
          <LegalTextParagraphs of={newest.paragraphs} />
        </details>
      }
      action={<Button onClick={onRead}>已经写进来了</Button>}
    />
  )
}

function checkText(text: string | undefined): void {
  const paragraphs = parseParagraphs(text ?? '')
  if (paragraphs.length > 200) throw new Error(`现有 ${paragraphs.length} 段，最多 200 段`)
  const long = paragraphs.findIndex((paragraph) => paragraph.length > 2000)
  if (long >= 0) throw new Error(`第 ${long + 1} 段超过 2000 字，请分段`)
}
