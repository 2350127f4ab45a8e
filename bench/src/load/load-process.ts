/** The process that all load comes from: apart from every server, so that it takes no time from their event loops. */
import { answerParent } from '../processes/answer-parent';
import { type ClosedLoop, closedLoop } from './closed-loop';
import { type OpenLoop, openLoop } from './open-loop';

answerParent((load: ClosedLoop | OpenLoop) => (load.kind === 'closed' ? closedLoop(load) : openLoop(load)));
