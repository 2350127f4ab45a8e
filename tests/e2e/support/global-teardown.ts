import { stopBuiltService } from './global-setup';

export default stopBuiltService;
