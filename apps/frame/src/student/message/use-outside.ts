import { type Outside, useAgreeToSms, useWithdrawOutside } from '@ce/client/message.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { channelWords } from './words.ts'

/** What one can do about one way out of the portal; a refusal is shown by itself. */
export function useOutside({ channel }: Outside) {
  const agree = useAgreeToSms()
  const withdraw = useWithdrawOutside()
  return {
    busy: agree.isPending || withdraw.isPending,
    agreeToSms: () =>
      agree.mutate(
        {},
        { onSuccess: () => showNotice({ kind: 'success', title: '已开通短信通知' }) },
      ),
    stop: () =>
      withdraw.mutate(
        { channel },
        {
          onSuccess: () => showNotice({ kind: 'success', title: channelWords[channel].stopped }),
        },
      ),
  }
}
