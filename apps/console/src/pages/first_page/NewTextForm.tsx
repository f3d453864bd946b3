import { isStale } from '@ce/client/answers.ts'
import { type SiteText, type TextKind, useProposeText } from '@ce/client/staff/first_page.ts'
import { textLimits, textTitles } from '@ce/contract/legal-text'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { FormProblem } from '../../components/FormProblem.tsx'
import formClasses from '../../components/form.module.css'
import { useUnsaved } from '../../components/use-unsaved.ts'
import { needed } from '../../kit/form-rules.ts'
import { NumberInput } from '../../kit/NumberInput.tsx'
import { numberWithin } from '../../kit/number-rule.ts'
import { useFormProblem } from '../../kit/use-form-problem.ts'
import { Paragraphs } from './Paragraphs.tsx'
import { paragraphsOf } from './paragraphs.ts'
import { periodWords } from './period-words.ts'

interface Fields {
  version: string
  effectiveFrom: string
  graceDays: number
  summary: string
  text: string
}

interface NewTextFormProps {
  kind: TextKind
  /** the newest first: what the new version starts from */
  texts: readonly SiteText[]
  onClose: () => void
}

/** A new version of a text, begun from the newest; handing it in asks first and says what it means. */
export function NewTextForm({ kind, texts, onClose }: NewTextFormProps) {
  // what was refused or taken back is nobody's text
  const live = texts.filter(({ state }) => state === 'APPROVED' || state === 'PROPOSED')
  const [newest] = live
  const [follows, setFollows] = useState(newest?.version ?? null)
  const [form] = Form.useForm<Fields>()
  const [changed, setChanged] = useState(false)
  const { modal } = App.useApp()
  const propose = useProposeText()
  const { problem, attempt } = useFormProblem(form)
  const name = textTitles[kind]
  useUnsaved(changed, `起草中的${name}`)

  const send = ({ text, ...fields }: Fields) =>
    attempt(async () => {
      await propose.mutateAsync({ kind, follows, paragraphs: paragraphsOf(text), ...fields })
      setChanged(false)
      showNotice({ kind: 'success', title: `已提交${name} ${fields.version}，等待另一人审核` })
      onClose()
    })

  const ask = (fields: Fields) => {
    modal.confirm({
      title: `提交${name} ${fields.version}？`,
      content: `由另一名工作人员审核。通过后，${periodWords(live, fields.effectiveFrom)}学员须同意这个版本才能使用平台。提交后不能修改，只能撤回或由审核人驳回。`,
      okText: '提交',
      cancelText: '再看看',
      onOk: () => {
        void send(fields)
      },
    })
  }

  // what was typed may be an afternoon's work
  const giveUp = () => {
    if (!changed) return onClose()
    modal.confirm({
      title: `放弃起草的${name}？`,
      content: '已填写的内容不会保留。',
      okText: '放弃',
      okButtonProps: { danger: true },
      cancelText: '继续起草',
      onOk: onClose,
    })
  }

  // found when the page was read anew, or by a try to hand it in
  const overtaken = newest && newest.version !== follows

  return (
    <Form
      form={form}
      name="new-text"
      layout="vertical"
      requiredMark={false}
      className={formClasses.reading}
      initialValues={{
        version: '',
        effectiveFrom: '',
        graceDays: 0,
        summary: '',
        text: newest?.paragraphs.join('\n\n') ?? '',
      }}
      onValuesChange={() => setChanged(true)}
      onFinish={ask}
      scrollToFirstError={{ focus: true }}
    >
      <div className={formClasses.row}>
        <Form.Item
          name="version"
          label="版本号"
          rules={[
            needed('请填写版本号'),
            {
              pattern: /^[0-9A-Za-z.-]{1,20}$/,
              message: '版本号为 1–20 位字母、数字、点、横线',
            },
          ]}
          validateTrigger="onBlur"
          extra={newest ? `现有最新版本：${newest.version}` : '如 1.0'}
        >
          <Input maxLength={20} autoFocus />
        </Form.Item>
        <Form.Item
          name="effectiveFrom"
          label="生效日期"
          rules={[needed('请填写生效日期')]}
          validateTrigger="onBlur"
          extra="当天零时起生效；请留出公告时间。"
        >
          <Input type="date" />
        </Form.Item>
        <Form.Item
          name="graceDays"
          label="宽限天数"
          rules={[
            { required: true, message: '请填写宽限天数，没有填 0' },
            numberWithin({ what: '宽限天数', min: 0, max: textLimits.graceDays, unit: ' 天' }),
          ]}
          validateTrigger="onBlur"
          extra="已缴费、正在学习的学员可延后这些天同意。"
        >
          <NumberInput suffix="天" />
        </Form.Item>
      </div>
      <Form.Item
        name="summary"
        label="修改说明"
        rules={[needed('请填写修改说明')]}
        validateTrigger="onBlur"
        extra={`学员在通知和同意页面上先看到它：改了什么、对学员有什么影响。最多 ${textLimits.summary} 字。`}
      >
        <Input.TextArea rows={3} maxLength={textLimits.summary} />
      </Form.Item>
      <Form.Item
        name="text"
        label={`${name}正文`}
        rules={[
          needed('请填写正文'),
          { validator: async (_rule, value: string) => checkText(value) },
        ]}
        validateTrigger="onBlur"
        extra="段落之间空一行；每段不超过 2000 字，最多 200 段。"
      >
        <Input.TextArea rows={20} />
      </Form.Item>
      {overtaken ? (
        <OvertakenNotice newest={newest} onRead={() => setFollows(newest.version)} />
      ) : (
        <FormProblem problem={isStale(propose.error) ? null : problem} />
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

function OvertakenNotice({ newest, onRead }: { newest: SiteText; onRead: () => void }) {
  return (
    <Alert
      type="warning"
      showIcon
      className={formClasses.problem}
      title={`起草期间已有新版本 ${newest.version} 提交`}
      description={
        <details>
          <summary>请把其中要保留的内容写进您的正文：查看版本 {newest.version}</summary>
          <Paragraphs of={newest.paragraphs} />
        </details>
      }
      action={<Button onClick={onRead}>已经写进来了</Button>}
    />
  )
}

function checkText(text: string | undefined): void {
  const paragraphs = paragraphsOf(text ?? '')
  if (paragraphs.length > 200) throw new Error(`现有 ${paragraphs.length} 段，最多 200 段`)
  const long = paragraphs.findIndex((paragraph) => paragraph.length > 2000)
  if (long >= 0) throw new Error(`第 ${long + 1} 段超过 2000 字，请分段`)
}
