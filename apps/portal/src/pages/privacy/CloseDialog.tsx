import type { Closing } from '@ce/client/privacy.ts'
import { forgetAnswered } from '@ce/frame/form-refusal.ts'
import { needed } from '@ce/frame/form-rules.ts'
import { useClosingRequest } from '@ce/frame/student/privacy/use-requests.ts'
import { closingWords, lossText, lossWords } from '@ce/frame/student/privacy/words.ts'
import { Alert, Checkbox, Form, Input, Modal } from 'antd'
import { PasswordField } from '../../components/PasswordField.tsx'
import classes from './Privacy.module.css'
import { useDialog } from './use-dialog.ts'

const words = closingWords.confirm

interface Fields {
  lost?: boolean
  password: string
  confirm: string
}

interface CloseDialogProps {
  closing: Closing
  onClose: () => void
}

/** The last word: the sum that is lost, the password, and the very words. */
export function CloseDialog({ closing, onClose }: CloseDialogProps) {
  const [form] = Form.useForm<Fields>()
  const { modal, problem, send } = useDialog(form, { first: 'password', onClose })
  const ask = useClosingRequest(closing)
  const submit = ({ password }: Fields) => send(() => ask(password))
  return (
    <Modal {...modal} title="申请注销账号" okText="申请注销" okButtonProps={{ danger: true }}>
      <p className={classes.text}>{closingWords.last}</p>
      <div role="alert">
        {problem && <Alert className={classes.gap} type="error" showIcon title={problem} />}
      </div>
      <Form
        form={form}
        name="close-form"
        layout="vertical"
        onFinish={submit}
        onValuesChange={forgetAnswered(form)}
        scrollToFirstError={{ focus: true }}
      >
        {closing.losses.length > 0 && (
          <>
            <ul className={classes.list}>
              {closing.losses.map((loss) => (
                <li key={loss.orderNo}>{lossText(loss)}</li>
              ))}
            </ul>
            <Form.Item
              name="lost"
              valuePropName="checked"
              rules={[
                {
                  validator: (_, ticked) =>
                    ticked ? Promise.resolve() : Promise.reject(new Error(lossWords.needsTick)),
                },
              ]}
              validateTrigger="onSubmit"
            >
              <Checkbox>{lossWords.tick(closing.lost)}</Checkbox>
            </Form.Item>
          </>
        )}
        <PasswordField />
        <Form.Item
          name="confirm"
          label={`请输入“${words}”以确认`}
          rules={[
            needed(`请输入“${words}”`),
            { enum: [words], type: 'enum', message: `请输入“${words}”` },
          ]}
          validateTrigger="onSubmit"
        >
          <Input autoComplete="off" maxLength={10} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
