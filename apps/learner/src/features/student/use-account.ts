import { type Profile, useModify, useModifyPassword } from '@ce/client/student.ts'
import { digestPassword } from '@ce/contract/password'
import { showNotice } from '@ce/ui/notices.ts'
import { useRef } from 'react'
import { type InfoFields, infoChange, infoOf } from './info-change.ts'

/**
 * Saves what differs from what the form began with, and says so: what another device has changed meanwhile stays.
 * @returns the profile as saved, which the form goes on from; null: nothing differed
 */
export function useSaveInfo(profile: Profile) {
  const modify = useModify()
  const began = useRef(infoOf(profile))
  return async (fields: InfoFields): Promise<Profile | null> => {
    const change = infoChange(began.current, fields)
    if (Object.keys(change).length === 0) {
      showNotice({ title: '没有需要保存的修改' })
      return null
    }
    const saved = await modify.mutateAsync(change)
    began.current = infoOf(saved)
    showNotice({ kind: 'success', title: '已保存' })
    return saved
  }
}

/** A new phone is a new way to sign in: it needs the password (product §3 modify). */
export function useSavePhone() {
  const modify = useModify()
  return async ({ phone, password }: { phone: string; password: string }) => {
    await modify.mutateAsync({ phone: phone.trim(), password: digestPassword(password) })
    showNotice({ kind: 'success', title: '手机号已更新', text: '下次请用新手机号登录。' })
  }
}

/** What a new password must not contain of its owner, as far as the profile shows it (product §4 Identity). */
export const passwordOwner = ({ phoneMasked, idNoMasked }: Profile) => ({
  phone: phoneMasked,
  idNo: idNoMasked,
})

/** The way on for whom the initial password had brought there; what to do is asked on the workbench. */
export const toWorkbench = '去工作台'

/** Changes the password. Sessions on other devices end with it. */
export function useSavePassword() {
  const modify = useModifyPassword()
  return async (typed: { oldPassword: string; newPassword: string }) => {
    await modify.mutateAsync({
      oldPassword: digestPassword(typed.oldPassword),
      newPassword: digestPassword(typed.newPassword),
    })
    showNotice({ kind: 'success', title: '密码已修改', text: '其他设备上的登录已失效。' })
  }
}
