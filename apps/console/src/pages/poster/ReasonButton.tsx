import { type Poster, useRemovePoster, useWithdrawPoster } from '@ce/client/staff/poster.ts'
import { failureWords } from '@ce/frame/form-refusal.ts'
import { needed } from '@ce/frame/form-rules.ts'
import { Alert, App, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import type { DraftDesk } from './use-draft.ts'

interface ReasonButtonProps {
  kind: 'withdraw' | 'remove'
  head: Poster
  desk: DraftDesk
  renew: () => Promise<Poster | undefined>
}

const texts = {
  withdraw: {
    button: '撤回',
    title: '撤回这篇内容？',
    consequence: '撤回后读者立即看不到它，已有的链接会显示“没有找到”。可以随时重新发布。',
    done: '已撤回',
  },
  remove: {
    button: '删除草稿',
    title: '删除这份草稿？',
    consequence: '草稿和它的历史稿会一起删除，不能恢复。',
    done: '草稿已删除',
  },
} as const

/** Withdraws or deletes, with a reason that goes into the log. */
export function ReasonButton({ kind, head, desk, renew }: ReasonButtonProps) {
  const [open, setOpen] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [form] = Form.useForm<{ reason: string }>()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const withdraw = useWithdrawPoster()
  const remove = useRemovePoster()
  const words = texts[kind]
  const act = async (reason: string) => {
    setProblem(undefined)
    const input = { id: head.id, version: desk.latest.current.version, reason }
    try {
      if (kind === 'remove') {
        await remove.mutateAsync(input)
        desk.copy.forget()
        desk.dispatch({ on: 'drop' })
        message.success(words.done)
        navigate(paths.posters(), { replace: true })
        return
      }
      desk.dispatch({ on: 'moved', ...(await withdraw.mutateAsync(input)) })
      setOpen(false)
      message.success(words.done)
      await renew()
    } catch (error) {
      setProblem(failureWords(error))
      await renew()
    }
  }
  return (
    <>
      <Button danger onClick={() => setOpen(true)}>
        {words.button}
      </Button>
      <Modal
        open={open}
        destroyOnHidden
        title={words.title}
        okText={words.button}
        okButtonProps={{ danger: true }}
        confirmLoading={withdraw.isPending || remove.isPending}
        cancelText="再想想"
        onOk={() => form.submit()}
        onCancel={() => setOpen(false)}
      >
        <Form form={form} layout="vertical" onFinish={({ reason }) => void act(reason.trim())}>
          <p>
            《{head.content.title}》。{words.consequence}
          </p>
          <Form.Item
            label="原因"
            name="reason"
            extra="写入操作日志"
            rules={[needed('请填写原因'), { min: 2, message: '请写清原因' }]}
          >
            <Input.TextArea maxLength={200} rows={2} />
          </Form.Item>
          {problem && <Alert type="error" showIcon title={problem} />}
        </Form>
      </Modal>
    </>
  )
}
