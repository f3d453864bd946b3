import { isStale } from '@ce/client/answers.ts'
import { type SiteText, type TextKind, usePublishText } from '@ce/client/staff/first_page.ts'
import { needed } from '@ce/frame/form-rules.ts'
import { useFormProblem } from '@ce/frame/use-form-problem.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { FormProblem } from '../../components/FormProblem.tsx'
import formClasses from '../../components/form.module.css'
import { useUnsaved } from '../../components/use-unsaved.ts'
import { Paragraphs } from './Paragraphs.tsx'
import { paragraphsOf } from './paragraphs.ts'
import { periodWords } from './period-words.ts'
import { textNames } from './text-names.ts'

interface Fields {
  version: string
  effectiveFrom?: string
  text: string
}

interface NewTextFormProps {
  kind: TextKind
  /** the newest first: what the new version starts from */
  texts: readonly SiteText[]
  onClose: () => void
}

/** A new version of a text, begun from the newest; publishing asks first and says what it means. */
export function NewTextForm({ kind, texts, onClose }: NewTextFormProps) {
  const [newest] = texts
  const [follows, setFollows] = useState(newest?.version ?? null)
  const [form] = Form.useForm<Fields>()
  const [changed, setChanged] = useState(false)
  const { modal } = App.useApp()
  const publish = usePublishText()
  const { problem, attempt } = useFormProblem(form)
  const name = textNames[kind]
  useUnsaved(changed, `起草中的${name}`)

  const send = ({ version, effectiveFrom, text }: Fields) =>
    attempt(async () => {
      const paragraphs = paragraphsOf(text)
      await publish.mutateAsync({
        kind,
        version,
        follows,
        paragraphs,
        ...(effectiveFrom ? { effectiveFrom } : {}),
      })
      setChanged(false)
      showNotice({ kind: 'success', title: `已发布${name} ${version}` })
      onClose()
    })

  const ask = (fields: Fields) => {
    modal.confirm({
      title: `发布${name} ${fields.version}？`,
      content: `${periodWords(texts, fields.effectiveFrom)}新注册的学员看到并同意的就是这个版本。发布后不能修改或删除，只能再发布新版本。`,
      okText: '发布',
      cancelText: '再看看',
      onOk: () => {
        void send(fields)
      },
    })
  }

  // found when the page was read anew, or by a try to publish
  const overtaken = newest && newest.version !== follows

  return (
    <Form
      form={form}
      name="new-text"
      layout="vertical"
      requiredMark={false}
      className={formClasses.reading}
      initialValues={{ version: '', text: newest?.paragraphs.join('\n\n') ?? '' }}
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
        <Form.Item name="effectiveFrom" label="生效日期" extra="不填则发布后立即生效。">
          <Input type="date" />
        </Form.Item>
      </div>
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
        <FormProblem problem={isStale(publish.error) ? null : problem} />
      )}
      <div className={formClasses.row}>
        <Button type="primary" htmlType="submit" disabled={overtaken} loading={publish.isPending}>
          发布…
        </Button>
        <Button onClick={onClose}>不发布</Button>
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
      title={`起草期间已有新版本 ${newest.version} 发布`}
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
