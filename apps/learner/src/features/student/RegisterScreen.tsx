import { ChallengeProgress } from '@ce/client/components/ChallengeProgress.tsx'
import { type SiteInfo, siteInfoQuery } from '@ce/client/first_page.ts'
import { useRegister, withChallenge } from '@ce/client/student.ts'
import { studentRegisterLimits } from '@ce/contract/learner-limits'
import { agreementNeeded } from '@ce/contract/person'
import { useMounted } from '@ce/site/use-mounted.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { CheckField } from '@ce/ui/form/choices.tsx'
import { Group } from '@ce/ui/form/Field.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { PasswordField } from '@ce/ui/form/inputs.tsx'
import type { Fields } from '@ce/ui/form/use-fields.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import card from '../../components/card.module.css'
import { useFields } from '../../form/use-fields.ts'
import { paths } from '../../paths.ts'
import { Door } from './Door.tsx'
import classes from './door.module.css'
import { NewPasswordField, newPasswordCheck, repeatedCheck } from './NewPasswordField.tsx'
import { PersonField, problemOf } from './PersonField.tsx'
import { type RegisterFieldName, registerFields } from './person-fields.ts'
import { openRedirect } from './redirect.ts'
import {
  emptyRegistration,
  isOutdatedAgreement,
  type RegisterValues,
  registration,
  type Tick,
  tickNow,
} from './registration.ts'

const { name, idNo, phone, certificateNo, employer } = studentRegisterLimits
const passwordOf = newPasswordCheck('密码')
const repeatedOf = repeatedCheck('密码')
const check = (field: RegisterFieldName) => (typed: string, all: RegisterValues) =>
  problemOf(registerFields[field], typed, all)

/** Registration: who one is, the account, the agreement. */
export function RegisterScreen() {
  const { search } = useLocation()
  // the server renders one page for every query
  const carried = useMounted() ? search : ''
  const navigate = useNavigate()
  const fields = useFields<RegisterValues>(
    emptyRegistration,
    {
      name: check('name'),
      idNo: check('idNo'),
      certificateNo: check('certificateNo'),
      phone: check('phone'),
      password: (password, all) => passwordOf(password, all),
      repeated: (repeated, { password }) => repeatedOf(repeated, password),
      agreed: (agreed) => (agreed ? null : agreementNeeded),
    },
    {
      draft: 'register',
      limits: { name, idNo, phone, certificateNo, employer },
      notKept: ['agreed'],
    },
  )
  const { site, send, solved, renewed } = useRegistration(fields)
  const submit = async (values: RegisterValues) => {
    await send(values)
    await openRedirect(search, navigate)
  }
  return (
    <Door title="学员注册" wide>
      <div className={classes.register}>
        <FieldsForm
          fields={fields}
          action="注册"
          submit={submit}
          progress={<ChallengeProgress share={solved} />}
        >
          <Group title="个人信息">
            <p className={card.quiet}>带 * 的为必填项</p>
            {(['name', 'idType', 'idNo', 'certificateNo', 'titleCode', 'employer'] as const).map(
              (field) => (
                <PersonField key={field} of={fields} field={registerFields[field]} />
              ),
            )}
          </Group>
          <Group title="账号">
            <PersonField of={fields} field={registerFields.phone} />
            <p className={card.quiet}>请设置密码，以后用手机号或证件号和密码登录。</p>
            <NewPasswordField
              of={fields}
              name="password"
              label="密码"
              required
              person={fields.values}
            />
            <PasswordField
              of={fields}
              name="repeated"
              label="再次输入密码"
              required
              autoComplete="new-password"
            />
          </Group>
          <Agreement of={fields} site={site} renewed={renewed} />
        </FieldsForm>
      </div>
      <p className={classes.links}>
        <span>
          已有账号？<Link to={paths.login() + carried}>直接登录</Link>
        </span>
      </p>
    </Door>
  )
}

/**
 * Sends the form, a challenge solved on the way (`solved`: 0 to 1, null while there is none). What is agreed to are the
 * versions there were when the box was ticked: when others come it is unticked, and `renewed` says that they have to be read.
 */
function useRegistration(fields: Fields<RegisterValues>) {
  const { data: site } = useQuery(siteInfoQuery())
  const client = useQueryClient()
  const register = useRegister()
  const [solved, setSolved] = useState<number | null>(null)
  const [renewed, setRenewed] = useState(false)
  const ticked = useRef<Tick>(null)
  const { agreed } = fields.values
  const askAgain = () => {
    fields.set('agreed', false)
    setRenewed(true)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's functions are new at every render
  useEffect(() => {
    const now = tickNow(ticked.current, agreed, site)
    ticked.current = now.tick
    if (now.renewed) askAgain()
    // the words stay until it is ticked again
    else if (now.tick) setRenewed(false)
  }, [agreed, site])
  const send = async (values: RegisterValues) => {
    const read = ticked.current?.over
    if (!read) throw new Error('用户协议还没有加载，请检查网络后重试')
    const input = registration(values, read)
    try {
      await withChallenge((challenge) => register.mutateAsync({ ...input, challenge }), setSolved)
    } catch (error) {
      if (isOutdatedAgreement(error)) {
        askAgain()
        await client.invalidateQueries({ queryKey: siteInfoQuery().queryKey })
      }
      throw error
    } finally {
      setSolved(null)
    }
  }
  return { site, send, solved, renewed }
}

const titles = { agreement: '用户协议', privacy: '隐私政策' } as const
type TextName = keyof typeof titles

interface AgreementProps {
  of: Fields<RegisterValues>
  site: SiteInfo | undefined
  /** it was ticked over other texts than these */
  renewed: boolean
}

/** The agreement's box, unticked, with both texts to read before ticking it. */
function Agreement({ of, site, renewed }: AgreementProps) {
  const [open, setOpen] = useState<TextName | null>(null)
  const close = () => setOpen(null)
  return (
    <div>
      <CheckField of={of} name="agreed" label="我已阅读并同意用户协议和隐私政策" />
      <p className={classes.texts}>
        点击阅读
        {(['agreement', 'privacy'] as const).map((text) => (
          <Button key={text} kind="text" onClick={() => setOpen(text)}>
            《{titles[text]}》
          </Button>
        ))}
      </p>
      <div role="status">{renewed && '用户协议或隐私政策刚刚更新，请阅读后再次勾选'}</div>
      <Dialog
        open={open !== null}
        title={open ? titles[open] : ''}
        onClose={close}
        actions={<Button onClick={close}>关闭</Button>}
      >
        {open && <Text name={open} site={site} />}
      </Dialog>
    </div>
  )
}

/** The text and its version, or that it is not published. */
function Text({ name, site }: { name: TextName; site: SiteInfo | undefined }) {
  const version = site && (name === 'privacy' ? site.privacyVersion : site.agreementVersion)
  const paragraphs = site?.[name] ?? []
  return (
    <div className={classes.paragraphs}>
      {version && <p>版本：{version}</p>}
      {paragraphs.length === 0 && <p>全文尚未发布，请联系客服索取。</p>}
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  )
}
