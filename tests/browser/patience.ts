/** The factor of all time limits. Unattended machines can be several times slower; a limit ends what hangs, and is never the test. */
export const patience = Number(process.env.LIMN_SLOW ?? 1) * (process.env.CI ? 8 : 1);
