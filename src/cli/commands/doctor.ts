import { Command } from 'commander';
import { faultTable } from '../../errors.ts';
import {
  type Finding,
  checkFolder,
  checkModel,
  checkNode,
  checkPictures,
  checkProxies,
  checkSecretKey,
  checkSpace,
} from '../doctor/machine.ts';
import { checkContents } from '../doctor/contents.ts';
import { contextCommand } from '../terminal/run-command.ts';
import { formatTable } from '../terminal/output.ts';

const findingsText = (findings: readonly Finding[]): string =>
  [
    formatTable(findings.map(({ check, result, detail }) => [result, check, detail])),
    ...findings.flatMap(({ check, nextStep }) =>
      nextStep === undefined ? [] : [`Next, ${check}: ${nextStep}`],
    ),
  ].join('\n');

export const doctorCommand = (): Command =>
  contextCommand(
    new Command('doctor').description(
      'check the machine and the data folder; exits with 8 when something is broken',
    ),
    ['doctor', 'doctor --json'],
    async ({ config, out }) => {
      const findings = [
        checkNode(),
        await checkFolder(config),
        await checkSpace(config),
        await checkSecretKey(config),
        checkProxies(config),
        await checkModel(),
        await checkPictures(),
        ...(await checkContents(config)),
      ];
      const isHealthy = findings.every(({ result }) => result !== 'fail');
      out.result({ ok: isHealthy, findings }, findingsText(findings));
      if (!isHealthy) process.exitCode = faultTable.corrupted.exit;
    },
  );
