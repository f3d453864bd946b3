/** Three saves per question of the longest paper; more saves would make the answer log too long to read. */
export const maxSavesPerAttempt = 1000
