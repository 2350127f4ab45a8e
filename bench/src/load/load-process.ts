/** The process that all load comes from: apart from every server, so that it takes no time from their event loops. */
import { answerParent } from '../processes/answer-parent';
import { type ClosedLoop, closedLoop } from './closed-loop';
import { type OpenLoop, openLoop } from './open-loop';
import { type PlainPosts, plainPosts } from './plain-posts';

answerParent((load: ClosedLoop | OpenLoop | PlainPosts) => {
  switch (load.kind) {
    case 'closed':
      return closedLoop(load);
    case 'open':
      return openLoop(load);
    case 'plain':
      return plainPosts(load);
  }
});
