/** Who records the public hours, and how one gets them recorded. */
export const publicHoursWay =
  '公需科目在国家平台学习，学完后由协会录入本平台；久未录入的，请联系客服核对，符合条件的也可以申请减免。'
