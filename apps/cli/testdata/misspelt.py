def get_starting_state():
    return [
