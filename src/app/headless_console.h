// The console without a window: its commands play a session, and write files.
#pragma once

#include "app/console.h"

namespace quicksand {

// Does what the script says, until it is done or a signal comes (app/interruption.h). Answers go to stderr.
Status run_script(ConsoleScript script, Session& session);

}  // namespace quicksand
